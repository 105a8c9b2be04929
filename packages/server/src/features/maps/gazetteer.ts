import type { Place } from '@wattkeeper/contracts/api/coordinates'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** Single precision holds a grid of cells exactly. */
type Ring = Float32Array

/** A place with its boundary: rings of x, y in degrees, and the box around them. */
interface Shape {
  readonly code: string
  readonly centre: Place
  readonly rings: readonly Ring[]
  readonly box: readonly [west: number, south: number, east: number, north: number]
}

interface Written {
  readonly cells: number
  readonly shapes: readonly {
    readonly code: string
    readonly centre?: readonly number[]
    readonly rings: readonly (readonly number[])[]
  }[]
}

/** Looked at no closer: a schema over three million numbers takes seconds. */
const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && 'cells' in value && 'shapes' in value

/** From `generate/`: a ring is its first point and then differences, in cells of a degree. */
function read(name: string): readonly Shape[] {
  const file = new URL(`../../../map/${name}`, import.meta.url)
  const bytes = readFileSync(file)
  const text = name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes
  const written: unknown = JSON.parse(text.toString())
  if (!isWritten(written)) throw new Error(`${file.pathname} is not what generate/ writes.`)
  const { cells, shapes } = written
  return shapes.map(({ code, centre, rings: drawn }) => {
    const rings = drawn.map((ring) => degreesOf(ring, cells))
    const box = boxOf(rings)
    const [largest] = rings.toSorted((a, b) => b.length - a.length)
    const [west, south, east, north] = boxOf(largest ? [largest] : [])
    const [longitude = (west + east) / 2, latitude = (south + north) / 2] = centre ?? []
    return { code, rings, box, centre: { longitude, latitude } }
  })
}

function degreesOf(ring: readonly number[], cells: number): Ring {
  const points = new Float32Array(ring.length)
  let [x, y] = [0, 0]
  for (let at = 0; at < ring.length; at += 2) {
    x += ring[at] ?? 0
    y += ring[at + 1] ?? 0
    points[at] = x / cells
    points[at + 1] = y / cells
  }
  return points
}

function boxOf(rings: readonly Ring[]): Shape['box'] {
  const box: [number, number, number, number] = [180, 90, -180, -90]
  for (const ring of rings)
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

const files = {
  district: 'districts.json.br',
  city: 'cities.json',
  province: 'provinces.json',
  world: 'world.json',
} as const
type Level = keyof typeof files
const smallestFirst: readonly Level[] = ['district', 'city', 'province', 'world']

const loaded = new Map<Level, readonly Shape[]>()
/** Read when somebody first asks. */
function shapesOf(level: Level): readonly Shape[] {
  const known = loaded.get(level) ?? read(files[level])
  loaded.set(level, known)
  return known
}

/** The code of the smallest area that is known to hold a place: a district, a city, a province, or a country by its two letters. */
export function codeAt(place: Place, smallest: Level = 'district'): string | undefined {
  const levels = smallestFirst.slice(smallestFirst.indexOf(smallest))
  for (const level of levels) {
    const found = shapesOf(level).find((shape) => holds(shape, place))
    if (found && found.code !== 'CN') return found.code
  }
  return nearestCode(place, levels)
}

/** Some 10 km: a quay, a small island, or a strip between two drawings that do not meet. */
const reachDegrees = 0.1

/** Of the areas of China whose boundary comes this near, the one whose comes nearest. China itself is no place. */
function nearestCode({ longitude, latitude }: Place, levels: readonly Level[]): string | undefined {
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  let nearest: { readonly code: string; readonly distance: number } | undefined
  for (const level of levels.filter((level) => level !== 'world')) {
    for (const {
      code,
      rings,
      box: [west, south, east, north],
    } of shapesOf(level)) {
      if (longitude < west - 2 * reachDegrees || longitude > east + 2 * reachDegrees) continue
      if (latitude < south - reachDegrees || latitude > north + reachDegrees) continue
      const distance = distanceTo(rings, { longitude, latitude, narrowing })
      if (distance < (nearest?.distance ?? reachDegrees)) nearest = { code, distance }
    }
    if (nearest) return nearest.code
  }
  return undefined
}

/** In degrees of latitude, to the nearest corner. */
function distanceTo(
  rings: readonly Ring[],
  { longitude, latitude, narrowing }: Place & { readonly narrowing: number },
): number {
  let least = Number.POSITIVE_INFINITY
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const [x = 0, y = 0] = [ring[at], ring[at + 1]]
      least = Math.min(least, Math.hypot((x - longitude) * narrowing, y - latitude))
    }
  return least
}

/** The middle of an area; of the first of these codes that is known. */
export function centreOf(codes: readonly string[]): Place | undefined {
  for (const code of codes)
    for (const level of smallestFirst) {
      const found = shapesOf(level).find((shape) => shape.code === code)
      if (found) return found.centre
    }
  return undefined
}
