/**
 * Writes what maps are drawn and places are looked up from: packages/server/map/ and packages/console/src/ui/map/shapes/.
 * The world (with the Chinese conventions for borders) is @surbowl/world-geo-json-zh, Unlicense; provinces and cities of
 * China are those of echarts 4.9.0, Apache-2.0. See docs/decisions/0151.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Source, gravityOfLargest, readFeatures, ringsOf, round, snapped } from './map-features.ts'
import regions from '../seed/regions.json' with { type: 'json' }

const require = createRequire(import.meta.url)

const read = (name: string) => readFeatures(JSON.parse(readFileSync(require.resolve(name), 'utf8')), name)

const least = 4
/** Codes that changed since the data was drawn. */
const newCodes = new Map([
  ['652100', '650400'],
  ['652200', '650500'],
  ['542200', '540500'],
  ['542400', '540600'],
  ['542600', '540400'],
  ['371200', '370100'],
  ['469003', '460400'],
])

const inEnglish = new Map(regions.map(({ code, nameEn }) => [code, nameEn]))

function shapes(features: readonly Source[], cells: number) {
  return {
    cells,
    shapes: features.flatMap((feature) => {
      const { id, properties, geometry } = feature
      const outlines = ringsOf(geometry.coordinates, geometry.encodeOffsets)
      const rings = outlines.map((ring) => snapped(ring, cells)).filter((ring) => ring.length >= 2 * least)
      if (rings.length === 0) return []
      const [x = 0, y = 0] = properties.cp ?? gravityOfLargest(outlines).centre
      const code = newCodes.get(id ?? '') ?? id ?? properties.iso_a2 ?? ''
      const nameEn = inEnglish.get(code)
      return [{ code, name: properties.name, ...(nameEn && { nameEn }), centre: [round(x), round(y)], rings }]
    }),
  }
}

const areaOf = ({ geometry }: Source) =>
  gravityOfLargest(ringsOf(geometry.coordinates, geometry.encodeOffsets)).area

/** The large before the small: these are drawn on those, and where names have no room for each other the first stays. */
const countries = read('@surbowl/world-geo-json-zh').toSorted((a, b) => areaOf(b) - areaOf(a))
const world = shapes(countries, 100)
/** A place in a country that lies within another belongs to the small one, which is asked first. */
const worldToAsk = shapes(countries.toReversed(), 100)
const provinces = shapes(read('echarts/map/json/china.json'), 256)
const cities = shapes(read('echarts/map/json/china-cities.json'), 64)
const finer = shapes(read('echarts/map/json/china-cities.json'), 128)
const write = (path: string, value: object) =>
  writeFileSync(fileURLToPath(new URL(path, import.meta.url)), `${JSON.stringify(value)}\n`)
const drawn = '../../console/src/ui/map/shapes'
write(`${drawn}/world.json`, world)
write(`${drawn}/provinces.json`, provinces)
write(`${drawn}/cities.json`, cities)
write('../map/world.json', worldToAsk)
write('../map/provinces.json', provinces)
write('../map/cities.json', finer)
