import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Latest } from '../../platform/cache/latest-cache.ts'

export async function storedLatest(db: Db, deviceIds: readonly number[]): Promise<Latest[]> {
  const { rows } = await sql<Latest>`
    select device_id, board, unit, extract(epoch from at)::float8 * 1000 as at, ts, received_at, numbers, extra
    from latest_values where device_id = any(${deviceIds}::bigint[]) order by device_id, board, unit`.execute(
    db,
  )
  return rows
}

/** The cache knows no scopes: the database says whose devices these are. */
export async function visibleOf(db: Db, deviceIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where('id', 'in', [...deviceIds, 0])
    .execute()
  return rows.map(({ id }) => id)
}
