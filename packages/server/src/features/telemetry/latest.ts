import type { Db, Services } from '../../context.ts'
import type { Latest } from '../../platform/cache/latest-cache.ts'
import { storedLatest, visibleOf } from './latest-queries.ts'

/** The newest reading of each unit of each board of these devices, those in the caller's scope; in the order of their names. */
export async function latestOf(
  { latest }: Pick<Services, 'latest'>,
  db: Db,
  deviceIds: readonly number[],
): Promise<readonly Latest[]> {
  if (!latest) return storedLatest(db, deviceIds)
  const visible = await visibleOf(db, deviceIds)
  try {
    const known = await latest.read(visible)
    const unknown = visible.filter((id) => !known.has(id))
    const values = [...known.values()].flat()
    if (unknown.length === 0) return sorted(values)
    await latest.begin(unknown)
    const stored = await storedLatest(db, unknown)
    await latest.load(unknown, stored)
    return sorted([...values, ...stored])
  } catch {
    // Whatever is wrong with the cache, it has said so itself, and the database knows better anyway.
    return storedLatest(db, visible)
  }
}

function sorted(values: readonly Latest[]): Latest[] {
  const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return values.toSorted((a, b) => a.deviceId - b.deviceId || byName(a.board, b.board) || a.unit - b.unit)
}
