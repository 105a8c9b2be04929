import { type Latest, readExtra } from '../../platform/cache/cache.ts'
import type { TelemetryRow } from './ingest-queries.ts'

/** Of each unit of each board the row that the database keeps as its last-known value: the first of the newest. */
export function newestOf(rows: readonly TelemetryRow[]): Latest[] {
  const newest = new Map<string, TelemetryRow>()
  for (const row of rows) {
    const key = `${row.deviceId} ${row.board} ${row.unit}`
    if ((newest.get(key)?.at ?? -Infinity) < row.at) newest.set(key, row)
  }
  return [...newest.values()].map(({ deviceId, board, unit, at, ts, receivedAt, numbers, extra }) => ({
    ...{ deviceId, board, unit, at },
    ts: new Date(ts).toISOString(),
    receivedAt: new Date(receivedAt).toISOString(),
    numbers: numbers.map((value) => (value === null ? null : asStored(value))),
    extra: readExtra(extra),
  }))
}

/** The shortest number that is the same in 32 bits: what the database answers when it is asked. */
export function asStored(value: number): number {
  const stored = Math.fround(value)
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(stored.toPrecision(digits))
    if (Math.fround(short) === stored) return short
  }
  return Number(stored.toPrecision(9))
}
