import { type Board, catalogue, layoutOf } from '@wattkeeper/contracts/link'
import type { Manufacturers } from '../../../testing/manufacturers.ts'

export interface Report {
  readonly board: Board
  readonly ts: number
  readonly values: Record<string, unknown>
  readonly unit?: number
}

function stored({ board, values, unit = 0 }: Report) {
  const signals = unit === 0 ? catalogue[board].signals : catalogue.cabinet.units.signals
  const { numbers, extra } = layoutOf(signals)
  const beside = Object.fromEntries(
    extra.flatMap(({ name }) => (name in values ? [[name, values[name]]] : [])),
  )
  return {
    numbers: numbers.map(({ name }) => values[name] ?? null),
    extra: Object.keys(beside).length > 0 ? JSON.stringify(beside) : null,
  }
}

/** Stores a report as the device plane does. */
export async function storeReport({ sql }: Manufacturers, deviceId: number, each: Report): Promise<void> {
  const { numbers, extra } = stored(each)
  const key = [deviceId, each.board, each.unit ?? 0, new Date(each.ts).toISOString(), numbers, extra]
  await sql(
    `insert into telemetry (device_id, board, unit, ts, received_at, numbers, extra) values ($1, $2, $3, $4, now(), $5, $6)`,
    key,
  )
  await sql(
    `insert into latest_values (device_id, board, unit, at, ts, received_at, numbers, extra) values ($1, $2, $3, $4, $4, now(), $5, $6)
     on conflict (device_id, board, unit) do update set at = excluded.at, ts = excluded.ts, numbers = excluded.numbers, extra = excluded.extra
     where latest_values.at < excluded.at`,
    key,
  )
}
