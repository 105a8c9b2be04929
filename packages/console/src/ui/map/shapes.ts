import citiesUrl from './shapes/cities.json?url'
import provincesUrl from './shapes/provinces.json?url'
import worldUrl from './shapes/world.json?url'

type Point = [latitude: number, longitude: number]

/** An area with its boundary: rings of points. */
export interface Shape {
  readonly code: string
  readonly name: string
  /** Of those that the product knows as a region. */
  readonly nameEn?: string
  /** Where its name stands. */
  readonly centre: Point
  readonly rings: Point[][]
}

const addresses = { world: worldUrl, provinces: provincesUrl, cities: citiesUrl } as const
export type Level = keyof typeof addresses

interface Written {
  readonly cells: number
  readonly shapes: readonly {
    readonly code: string
    readonly name: string
    readonly nameEn?: string
    readonly centre: readonly [longitude: number, latitude: number]
    readonly rings: readonly (readonly number[])[]
  }[]
}

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && 'cells' in value && 'shapes' in value

/** A ring is its first point and then differences, in cells of a degree (`generate/map.ts`). */
function ringOf(differences: readonly number[], cells: number): Point[] {
  const ring: Point[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at < differences.length; at += 2) {
    x += differences[at] ?? 0
    y += differences[at + 1] ?? 0
    ring.push([y / cells, x / cells])
  }
  return ring
}

async function read(level: Level): Promise<readonly Shape[]> {
  const written: unknown = await (await fetch(addresses[level])).json()
  if (!isWritten(written)) return []
  const { cells, shapes } = written
  return shapes.map(({ centre: [longitude, latitude], rings, ...named }) => ({
    ...named,
    centre: [latitude, longitude],
    rings: rings.map((ring) => ringOf(ring, cells)),
  }))
}

const reading = new Map<Level, Promise<readonly Shape[]>>()

/** The boundaries of a level, read once a visit. */
export function shapesOf(level: Level): Promise<readonly Shape[]> {
  const known = reading.get(level) ?? read(level)
  reading.set(level, known)
  known.catch(() => reading.delete(level))
  return known
}
