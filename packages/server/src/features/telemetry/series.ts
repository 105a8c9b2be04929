import { type Series, telemetryProblems } from '@wattkeeper/contracts/api/telemetry'
import { fail } from '@wattkeeper/contracts/kit'
import { type Board, describeBoard, isBoard, layoutOf } from '@wattkeeper/contracts/link'
import type { Bucket, Segment } from './series-queries.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Lengths of a bucket that a person can read on an axis. Each from a minute up is made of whole shorter roll-ups. */
const lengths = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 5, 10, 30, 90, 365].map((n) => n * day),
]

/** How far back roll-ups may still lack what has arrived: the job runs every minute, and catches up after a pause. */
const minutesLagMs = 10 * minute
const hoursLagMs = hour

export interface Range {
  readonly from: number
  /** Not part of it. */
  readonly until: number
}

/** Where each asked field stands among the numbers of the board, from 1. An unknown board or field: 422. */
export function placesOf(boardName: string, unit: number, fields: readonly string[]) {
  if (!isBoard(boardName)) return fail(telemetryProblems.unknownBoard, { board: boardName })
  const board: Board = boardName
  const { signals, units } = describeBoard(board)
  const { numbers } = layoutOf(unit === 0 ? signals : (units?.signals ?? []))
  const places = [...new Set(fields)].map((field) => {
    const place = numbers.findIndex(({ name }) => name === field)
    return place < 0 ? fail(telemetryProblems.unknownField, { board, field }) : { field, place: place + 1 }
  })
  return { board, places }
}

/** The shortest length that covers the range in at most `points` buckets, two partly covered ones included. */
export function bucketLength({ from, until }: Range, points: number): number {
  const fits = (length: number) => Math.ceil(until / length) - Math.floor(from / length) <= points
  return lengths.find(fits) ?? Math.ceil((until - from) / day / Math.max(1, points - 1)) * day
}

/**
 * Which grain serves which part of the range: the coarsest that buckets of this length can be made of, and finer ones
 * for the newest part, which roll-ups do not hold yet.
 */
export function segmentsOf({ from, until }: Range, bucketMs: number, now: number): Segment[] {
  const start = floorTo(from, bucketMs)
  const hoursUntil = bucketMs >= hour ? floorTo(now - hoursLagMs, hour) : start
  const minutesUntil = bucketMs >= minute ? floorTo(now - minutesLagMs, minute) : start
  const ends = [
    { grain: 'hours', until: Math.min(hoursUntil, until) },
    { grain: 'minutes', until: Math.min(minutesUntil, until) },
    { grain: 'raw', until },
  ] as const
  const segments: Segment[] = []
  let begin: number = start
  for (const { grain, until: end } of ends) {
    if (end <= begin) continue
    segments.push({ grain, from: begin, until: end })
    begin = end
  }
  return segments
}

const floorTo = (at: number, step: number) => Math.floor(at / step) * step

interface Wanted {
  readonly range: Range
  readonly bucketMs: number
  readonly fields: readonly string[]
}

/** Puts the buckets of all segments together on one even axis. */
export function assemble({ range, bucketMs, fields }: Wanted, found: readonly Bucket[]): Series {
  const at: number[] = []
  for (let time = floorTo(range.from, bucketMs); time < range.until; time += bucketMs) at.push(time)
  const byInstant = Map.groupBy(found, ({ at: instant }) => instant)
  const columns = fields.map((field, index) => {
    const cells = at.map((time) => merge((byInstant.get(time) ?? []).map(({ values }) => values[index])))
    return [
      field,
      {
        min: cells.map((cell) => cell?.min ?? null),
        max: cells.map((cell) => cell?.max ?? null),
        mean: cells.map((cell) => (cell ? cell.sum / cell.n : null)),
      },
    ] as const
  })
  return { bucketMs, at, fields: Object.fromEntries(columns) }
}

type Cell = NonNullable<Bucket['values'][number]>

/** One cell out of the parts that different grains hold of it. */
function merge(parts: readonly (Cell | null | undefined)[]): Cell | undefined {
  const known = parts.filter((part) => part !== null && part !== undefined)
  return known.length === 0
    ? undefined
    : known.reduce((a, b) => ({
        n: a.n + b.n,
        min: Math.min(a.min, b.min),
        max: Math.max(a.max, b.max),
        sum: a.sum + b.sum,
      }))
}
