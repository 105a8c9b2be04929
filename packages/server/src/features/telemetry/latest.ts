import type { Db, Services } from '../../context.ts'
import type { Latest } from '../../platform/cache/cache.ts'
import { readThrough } from '../../platform/cache/read-through.ts'
import { visibleOf } from '../presence/index.ts'
import { storedLatest } from './latest-queries.ts'

/** The newest reading of each unit of each board of these devices, those in the caller's scope; in the order of their names. */
export async function latestOf(
  { cache }: Pick<Services, 'cache'>,
  db: Db,
  deviceIds: readonly number[],
): Promise<readonly Latest[]> {
  if (!cache) return storedLatest(db, deviceIds)
  const visible = await visibleOf(db, deviceIds)
  return sorted(await readThrough(cache.latest, visible, (unknown) => storedLatest(db, unknown)))
}

function sorted(values: readonly Latest[]): Latest[] {
  const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return values.toSorted((a, b) => a.deviceId - b.deviceId || byName(a.board, b.board) || a.unit - b.unit)
}
