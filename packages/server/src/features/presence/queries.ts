import type { Db, SystemDb } from '../../context.ts'
import type { DevicePresence } from '../../platform/cache/cache.ts'

export async function storedPresence(
  db: Db | SystemDb,
  deviceIds: readonly number[],
): Promise<DevicePresence[]> {
  const rows = await db
    .selectFrom('devices')
    .select(['id as deviceId', 'presenceVersion as version', 'isOnline', 'lastOnlineAt', 'lastOfflineAt'])
    .where('id', 'in', [...deviceIds, 0])
    .execute()
  return rows.map((row) => ({ ...row, isOnline: row.isOnline === 1 ? 1 : 0 }))
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
