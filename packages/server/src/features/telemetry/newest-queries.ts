import type { Board } from '@wattkeeper/contracts/link'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'

interface NewestReading {
  readonly ts: string
  readonly receivedAt: string
  readonly unit: number
  readonly numbers: (number | null)[]
  readonly extra: Record<string, unknown> | null
}

/** The newest message of a board, and of its units those that came with it, in their order. */
export async function newestMessage(db: Db, deviceId: number, board: Board) {
  const { rows } = await sql<NewestReading>`
    select ts, received_at, unit, numbers, extra from latest_values
    where device_id = ${deviceId} and board = ${board} order by unit`.execute(db)
  const whole = rows.find(({ unit }) => unit === 0)
  return whole && { whole, units: rows.filter(({ unit, ts }) => unit > 0 && ts === whole.ts) }
}
