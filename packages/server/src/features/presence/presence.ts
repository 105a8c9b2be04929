import type { Db, Services } from '../../context.ts'
import type { DevicePresence } from '../../platform/cache/cache.ts'
import { readThrough } from '../../platform/cache/read-through.ts'
import { storedPresence, visibleOf } from './queries.ts'

/**
 * Whether one device is connected and since when, for screens that ask again and again; undefined outside the caller's
 * scope. Lists filter by the column, and what must not be decided on a state of a moment ago asks the row.
 */
export async function presenceOf(
  { cache }: Pick<Services, 'cache'>,
  db: Db,
  deviceId: number,
): Promise<DevicePresence | undefined> {
  const ids = [deviceId]
  if (!cache) return (await storedPresence(db, ids))[0]
  const visible = await visibleOf(db, ids)
  return (await readThrough(cache.presence, visible, (unknown) => storedPresence(db, unknown)))[0]
}
