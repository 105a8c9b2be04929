/**
 * Writes what maps are drawn and places are looked up from: packages/server/map/ and packages/console/src/ui/map/shapes/.
 * The world (with the Chinese conventions for borders) is @surbowl/world-geo-json-zh, Unlicense; provinces and cities of
 * China are those of echarts 4.9.0, Apache-2.0. See docs/decisions/0151.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Source, readFeatures, ringsOf, round, snapped } from './map-features.ts'

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

function shapes(features: readonly Source[], cells: number) {
  return {
    cells,
    shapes: features.flatMap((feature) => {
      const { id, properties, geometry } = feature
      const rings = ringsOf(geometry.coordinates, geometry.encodeOffsets)
        .map((ring) => snapped(ring, cells))
        .filter((ring) => ring.length >= 2 * least)
      if (rings.length === 0) return []
      const [x, y] = properties.cp ?? []
      return [
        {
          code: newCodes.get(id ?? '') ?? id ?? properties.iso_a2 ?? '',
          name: properties.name,
          ...(x !== undefined && y !== undefined && { centre: [round(x), round(y)] }),
          rings,
        },
      ]
    }),
  }
}

const world = shapes(read('@surbowl/world-geo-json-zh'), 100)
const provinces = shapes(read('echarts/map/json/china.json'), 256)
const cities = shapes(read('echarts/map/json/china-cities.json'), 64)
const finer = shapes(read('echarts/map/json/china-cities.json'), 128)
const write = (path: string, value: object) =>
  writeFileSync(fileURLToPath(new URL(path, import.meta.url)), `${JSON.stringify(value)}\n`)
const drawn = '../../console/src/ui/map/shapes'
write(`${drawn}/world.json`, world)
write(`${drawn}/provinces.json`, provinces)
write(`${drawn}/cities.json`, cities)
write('../map/world.json', world)
write('../map/provinces.json', provinces)
write('../map/cities.json', finer)
