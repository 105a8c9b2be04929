import type { Tx } from '../../platform/link/messages.ts'
import { CopyWriter } from '../../platform/link/writer/copy.ts'
import type { Reading } from './rules.ts'

export interface TelemetryRow extends Reading {
  deviceId: number
  board: string
  ts: number
  at: number
  receivedAt: number
}

/** Rows wait here between COPY and their place; made once a connection, emptied by every commit. */
export const stagingTable = `
  create temp table staged_telemetry (
    device_id bigint not null, board text collate "C" not null, unit smallint not null, ts timestamptz not null,
    at timestamptz not null, received_at timestamptz not null, numbers real[] not null, extra jsonb,
    arrival integer not null
  ) on commit delete rows`

export async function storeTelemetry(tx: Tx, rows: readonly TelemetryRow[]): Promise<void> {
  await tx.copy('staged_telemetry', encodeRows(rows))
  const [done] = await tx.prepared<{ stored: number; repeated: number; conflicting: number }>(
    'store telemetry',
    'select stored, repeated, conflicting from store_telemetry()',
    [],
  )
  if (!done) return
  tx.count('rows', done.stored)
  if (done.repeated) tx.count('repeated', done.repeated - done.conflicting)
  if (done.conflicting) tx.count('conflicting', done.conflicting)
}

const copy = new CopyWriter()

function encodeRows(rows: readonly TelemetryRow[]): Buffer {
  for (const [arrival, { deviceId, board, unit, ts, at, receivedAt, numbers, extra }] of rows.entries()) {
    copy.row(9)
    copy.int8(deviceId)
    copy.text(board)
    copy.int2(unit)
    copy.instant(ts)
    copy.instant(at)
    copy.instant(receivedAt)
    copy.reals(numbers)
    copy.jsonb(extra)
    copy.int4(arrival)
  }
  return copy.finish()
}
