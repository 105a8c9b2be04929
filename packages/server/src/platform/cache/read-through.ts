import type { Shelf } from './cache.ts'

/** What the shelf knows of these devices, and of the others what the database says, which the shelf then knows too. */
export async function readThrough<T>(
  shelf: Shelf<T>,
  deviceIds: readonly number[],
  stored: (deviceIds: readonly number[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  // Whatever is wrong with the cache, it has said so itself, and the database knows better anyway.
  const known = await shelf.read(deviceIds).catch(() => new Map<number, readonly T[]>())
  const values = [...known.values()].flat()
  const unknown = deviceIds.filter((id) => !known.has(id))
  if (unknown.length === 0) return values
  const look = await shelf.begin(unknown).catch(() => undefined)
  const rest = await stored(unknown)
  await look?.load(rest).catch(() => undefined)
  return [...values, ...rest]
}
