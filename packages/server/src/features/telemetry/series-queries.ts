import type { Board } from '@wattkeeper/contracts/link'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'

/** A stretch of time that one grain of telemetry serves, epoch ms; `until` is not part of it. */
export interface Segment {
  readonly grain: 'raw' | 'minutes' | 'hours'
  readonly from: number
  readonly until: number
}

/** What a bucket holds of each asked place; null where nothing was reported. */
export interface Bucket {
  readonly at: number
  readonly values: readonly ({ n: number; min: number; max: number; sum: number } | null)[]
}

export interface SeriesOf {
  readonly deviceId: number
  readonly board: Board
  readonly unit: number
  /** Places among the board's numbers, from 1. */
  readonly places: readonly number[]
  readonly bucketMs: number
}

const tables = { raw: 'telemetry', minutes: 'telemetry_minutes', hours: 'telemetry_hours' }

/** Each place becomes four columns in a row: how many, least, greatest, sum. */
const columnsOf = {
  raw: (place: number) => sql`
    count(numbers[${sql.lit(place)}]), min(numbers[${sql.lit(place)}]), max(numbers[${sql.lit(place)}]),
    sum(numbers[${sql.lit(place)}]::float8)`,
  rolledUp: (place: number) => sql`
    sum(counts[${sql.lit(place)}])::float8, min(mins[${sql.lit(place)}]), max(maxs[${sql.lit(place)}]),
    sum(means[${sql.lit(place)}]::float8 * counts[${sql.lit(place)}])`,
}

/** Buckets that hold anything, oldest first. */
export async function bucketsOf(db: Db, series: SeriesOf, { grain, from, until }: Segment) {
  const { deviceId, board, unit, places, bucketMs } = series
  const time = sql.ref(grain === 'raw' ? 'ts' : 'bucket')
  const columns = places.map(columnsOf[grain === 'raw' ? 'raw' : 'rolledUp'])
  const { rows } = await sql<{ at: number; values: (number | null)[] }>`
    select (floor(extract(epoch from ${time}) * 1000 / ${bucketMs}::bigint) * ${bucketMs}::bigint)::bigint as at,
      array[${sql.join(columns)}]::float8[] as values
    from ${sql.table(tables[grain])}
    where device_id = ${deviceId} and board = ${board} and unit = ${unit}
      and ${time} >= ${new Date(from).toISOString()} and ${time} < ${new Date(until).toISOString()}
    group by 1 order by 1`.execute(db)
  return rows.map(({ at, values }): Bucket => ({
    at,
    values: places.map((_, index) => cellOf(values, index * 4)),
  }))
}

function cellOf(values: readonly (number | null)[], first: number) {
  const [n = null, min = null, max = null, sum = null] = values.slice(first, first + 4)
  return n && min !== null && max !== null && sum !== null ? { n, min, max, sum } : null
}
