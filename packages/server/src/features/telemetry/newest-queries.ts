import type { Board } from '@wattkeeper/contracts/link'
import type { Db, Services } from '../../context.ts'
import { latestOf } from './latest.ts'

/** The newest message of a board, and of its units those that came with it, in their order. */
export async function newestMessage(services: Services, db: Db, of: { deviceId: number; board: Board }) {
  const rows = (await latestOf(services, db, [of.deviceId])).filter(({ board }) => board === of.board)
  const whole = rows.find(({ unit }) => unit === 0)
  return whole && { whole, units: rows.filter(({ unit, ts }) => unit > 0 && ts === whole.ts) }
}
