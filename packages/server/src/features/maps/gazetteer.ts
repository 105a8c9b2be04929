import type { Place } from '@wattkeeper/contracts/api/coordinates'
import { readFileSync } from 'node:fs'
import Type from 'typebox'
import { Check } from 'typebox/value'

/** A place with its boundary: rings of x, y in degrees, and the box around them. */
interface Shape {
  readonly code: string
  readonly centre: Place
  readonly rings: readonly Float64Array[]
  readonly box: readonly [west: number, south: number, east: number, north: number]
}

const Written = Type.Object({
  cells: Type.Number(),
  shapes: Type.Array(
    Type.Object({
      code: Type.String(),
      centre: Type.Optional(Type.Array(Type.Number())),
      rings: Type.Array(Type.Array(Type.Number())),
    }),
  ),
})

/** From `generate/map.ts`: a ring is its first point and then differences, in cells of a degree. */
function read(level: string): readonly Shape[] {
  const file = new URL(`../../../map/${level}.json`, import.meta.url)
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Check(Written, written)) throw new Error(`${file.pathname} is not what generate/map.ts writes.`)
  const { cells, shapes } = written
  return shapes.map(({ code, centre, rings: drawn }) => {
    const rings = drawn.map((ring) => degreesOf(ring, cells))
    const box = boxOf(rings)
    const [longitude = (box[0] + box[2]) / 2, latitude = (box[1] + box[3]) / 2] = centre ?? []
    return { code, rings, box, centre: { longitude, latitude } }
  })
}

function degreesOf(ring: readonly number[], cells: number): Float64Array {
  const points = new Float64Array(ring.length)
  let [x, y] = [0, 0]
  for (let at = 0; at < ring.length; at += 2) {
    x += ring[at] ?? 0
    y += ring[at + 1] ?? 0
    points[at] = x / cells
    points[at + 1] = y / cells
  }
  return points
}

function boxOf(rings: readonly Float64Array[]): Shape['box'] {
  const [largest = new Float64Array()] = rings.toSorted((a, b) => b.length - a.length)
  const box: [number, number, number, number] = [180, 90, -180, -90]
  for (const ring of rings.length > 40 ? [largest] : rings)
    for (let at = 0; at < ring.length; at += 2) {
      const [x = 0, y = 0] = [ring[at], ring[at + 1]]
      box[0] = Math.min(box[0], x)
      box[1] = Math.min(box[1], y)
      box[2] = Math.max(box[2], x)
      box[3] = Math.max(box[3], y)
    }
  return box
}

/** Inside by the even-odd rule, so that holes are outside. */
function holds({ rings, box: [west, south, east, north] }: Shape, { longitude, latitude }: Place): boolean {
  if (longitude < west || longitude > east || latitude < south || latitude > north) return false
  let isInside = false
  for (const ring of rings) {
    const last = ring.length - 2
    for (let at = 0, before = last; at <= last; before = at, at += 2) {
      const [x = 0, y = 0, lastX = 0, lastY = 0] = [ring[at], ring[at + 1], ring[before], ring[before + 1]]
      if (y > latitude !== lastY > latitude && longitude < ((lastX - x) * (latitude - y)) / (lastY - y) + x)
        isInside = !isInside
    }
  }
  return isInside
}

interface Gazetteer {
  readonly cities: readonly Shape[]
  readonly provinces: readonly Shape[]
  readonly world: readonly Shape[]
}

let loaded: Gazetteer | undefined
/** Read when somebody first asks. */
const gazetteer = (): Gazetteer =>
  (loaded ??= { cities: read('cities'), provinces: read('provinces'), world: read('world') })

/** The code of the smallest area that is known to hold a place: a city, a province, or a country by its two letters. */
export function codeAt(place: Place): string | undefined {
  const { cities, provinces, world } = gazetteer()
  for (const shapes of [cities, provinces, world]) {
    const found = shapes.find((shape) => holds(shape, place))
    if (found) return found.code
  }
  return undefined
}

/** The middle of an area; of the first of these codes that is known. */
export function centreOf(codes: readonly string[]): Place | undefined {
  const { cities, provinces, world } = gazetteer()
  for (const code of codes)
    for (const shapes of [cities, provinces, world]) {
      const found = shapes.find((shape) => shape.code === code)
      if (found) return found.centre
    }
  return undefined
}
