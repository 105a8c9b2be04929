import type { AuditChange } from '@wattkeeper/contracts/api/audit'
import type { AuditQuery, ChangeRow } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000
const usualDays = 30

/** A list of the audit always runs on a time range: the last 30 days unless said otherwise. */
export function rangeOf<T extends { startTime?: string; endTime?: string }>(
  filter: T,
  nowMs: number,
): T & Pick<AuditQuery, 'startTime' | 'endTime'> {
  const endTime = filter.endTime ?? new Date(nowMs + dayMs).toISOString()
  const startTime =
    filter.startTime ?? new Date(Math.min(nowMs, Date.parse(endTime)) - usualDays * dayMs).toISOString()
  return { ...filter, startTime, endTime }
}

/** Columns that change with every write and tell nothing. */
const incidental = new Set(['version', 'updated_at'])

/** What of a row changed: the columns whose values differ. */
export function changeOf({ object, objectId, before, after }: ChangeRow): AuditChange {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changed = [...names].filter(
    (name) => !incidental.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  return { object, objectId, before, after, changed }
}
