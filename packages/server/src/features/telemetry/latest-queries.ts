import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Latest } from '../../platform/cache/cache.ts'

export async function storedLatest(db: Db, deviceIds: readonly number[]): Promise<Latest[]> {
  const { rows } = await sql<Latest>`
    select device_id, board, unit, extract(epoch from at)::float8 * 1000 as at, ts, received_at, numbers, extra
    from latest_values where device_id = any(${deviceIds}::bigint[]) order by device_id, board, unit`.execute(
    db,
  )
  return rows
}
