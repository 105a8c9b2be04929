/** Reads features as GeoJSON and echarts write them, and lays their rings on a grid. */
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

type Point = readonly [x: number, y: number]
export type Ring = readonly Point[]
const Source = Type.Object({
  id: Type.Optional(Type.String()),
  properties: Type.Object({
    name: Type.String(),
    cp: Type.Optional(Type.Array(Type.Number())),
    iso_a2: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  geometry: Type.Object({ coordinates: Type.Unknown(), encodeOffsets: Type.Optional(Type.Unknown()) }),
})
export type Source = Static<typeof Source>
const Collection = Type.Object({ features: Type.Array(Source) })
const Corner = Type.Tuple([Type.Number(), Type.Number()])

export function readFeatures(collection: unknown, name: string): readonly Source[] {
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
export function ringsOf(coordinates: unknown, offsets: unknown): readonly Ring[] {
  if (typeof coordinates === 'string') return Check(Corner, offsets) ? [decodeRing(coordinates, offsets)] : []
  if (!Array.isArray(coordinates)) return []
  const points: unknown[] = coordinates
  if (Check(Corner, points[0])) return [points.filter((point) => Check(Corner, point))]
  const within: unknown[] = Array.isArray(offsets) ? offsets : []
  return points.flatMap((part, at) => ringsOf(part, within[at]))
}

/**
 * Snapped to a grid: neighbours share their border's points, and so they do afterwards; a point within a straight line
 * says nothing. A ring is its first point and then differences, in cells.
 */
export function snapped(ring: Ring, cells: number): number[] {
  const points: [x: number, y: number][] = []
  for (const [degreesX, degreesY] of ring) {
    const [x, y] = [Math.round(degreesX * cells), Math.round(degreesY * cells)]
    while (isStraight(points, x, y)) points.pop()
    points.push([x, y])
  }
  return points.flatMap(([x, y], at) => {
    const [lastX, lastY] = points[at - 1] ?? [0, 0]
    return [x - lastX, y - lastY]
  })
}

/** Whether the last point lies on the way from the one before it to this one, or is this one. */
function isStraight(points: readonly Point[], x: number, y: number): boolean {
  const [last, before] = [points.at(-1), points.at(-2)]
  if (!last) return false
  const [stepX, stepY] = [x - last[0], y - last[1]]
  if (stepX === 0 && stepY === 0) return true
  if (!before) return false
  const [wasX, wasY] = [last[0] - before[0], last[1] - before[1]]
  return wasX * stepY === wasY * stepX && wasX * stepX + wasY * stepY >= 0
}

export const round = (value: number) => Math.round(value * 1000) / 1000

interface Gravity {
  /** In square degrees. */
  readonly area: number
  readonly centre: Point
}

/** Of the largest of the rings. */
export function gravityOfLargest(rings: readonly Ring[]): Gravity {
  const [largest] = rings.map(gravityOf).toSorted((a, b) => b.area - a.area)
  return largest ?? { area: 0, centre: [0, 0] }
}

function gravityOf(ring: Ring): Gravity {
  let [area, x, y] = [0, 0, 0]
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1]
    const part = x1 * y2 - x2 * y1
    area += part / 2
    x += (x1 + x2) * part
    y += (y1 + y2) * part
  }
  return { area: Math.abs(area), centre: area === 0 ? (ring[0] ?? [0, 0]) : [x / (6 * area), y / (6 * area)] }
}
