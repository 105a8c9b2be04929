/**
 * Writes what maps are drawn and places are looked up from: packages/server/map/ and packages/console/src/ui/map/shapes/.
 * The world (with the Chinese conventions for borders) is @surbowl/world-geo-json-zh, Unlicense; provinces and cities of
 * China are those of echarts 4.9.0, Apache-2.0. See docs/decisions/0151.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

type Point = readonly [x: number, y: number]
type Ring = readonly Point[]
const Source = Type.Object({
  id: Type.Optional(Type.String()),
  properties: Type.Object({
    name: Type.String(),
    cp: Type.Optional(Type.Array(Type.Number())),
    iso_a2: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  geometry: Type.Object({ coordinates: Type.Unknown(), encodeOffsets: Type.Optional(Type.Unknown()) }),
})
type Source = Static<typeof Source>
const Collection = Type.Object({ features: Type.Array(Source) })
const Corner = Type.Tuple([Type.Number(), Type.Number()])

const require = createRequire(import.meta.url)

function read(name: string): readonly Source[] {
  const collection: unknown = JSON.parse(readFileSync(require.resolve(name), 'utf8'))
  if (!Check(Collection, collection)) throw new Error(`${name} is not a collection of features.`)
  return collection.features
}

/** echarts writes each ring as text: zigzag differences of 1/1024 degree, one character each. */
function decodeRing(text: string, [startX, startY]: Point): Ring {
  let [x, y] = [startX, startY]
  return Array.from({ length: text.length / 2 }, (_, at) => {
    const unzigzag = (code: number) => (code >> 1) ^ -(code & 1)
    x += unzigzag(text.charCodeAt(2 * at) - 64)
    y += unzigzag(text.charCodeAt(2 * at + 1) - 64)
    return [x / 1024, y / 1024] as const
  })
}

/** Every ring of a feature, however deep, holes too: even-odd filling needs no more than that. */
function ringsOf(coordinates: unknown, offsets: unknown): readonly Ring[] {
  if (typeof coordinates === 'string') return Check(Corner, offsets) ? [decodeRing(coordinates, offsets)] : []
  if (!Array.isArray(coordinates)) return []
  const points: unknown[] = coordinates
  if (Check(Corner, points[0])) return [points.filter((point) => Check(Corner, point))]
  const within: unknown[] = Array.isArray(offsets) ? offsets : []
  return points.flatMap((part, at) => ringsOf(part, within[at]))
}

/**
 * Snapped to a grid: neighbours share their border's points, and so they do afterwards. A ring is its first point and
 * then differences, in cells.
 */
function snapped(ring: Ring, cells: number): number[] {
  const points = ring
    .map(([x, y]) => [Math.round(x * cells), Math.round(y * cells)] as const)
    .filter(([x, y], at, all) => at === 0 || x !== all[at - 1]?.[0] || y !== all[at - 1]?.[1])
  return points.flatMap(([x, y], at) => {
    const [lastX, lastY] = points[at - 1] ?? [0, 0]
    return [x - lastX, y - lastY]
  })
}

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
const round = (value: number) => Math.round(value * 1000) / 1000

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
