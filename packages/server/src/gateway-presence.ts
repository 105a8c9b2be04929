import type pg from 'pg'
import type { Announcer } from './announcer.ts'
import { PresenceKeeper } from './features/presence/index.ts'
import type { Cache } from './platform/cache/cache.ts'
import { queriesOver } from './platform/database/database.ts'
import type { DB } from './tables/index.generated.ts'

/** What follows when devices came, went, fell silent or spoke again: the cache knows first, then everybody hears of it. */
export interface PresenceNews {
  readonly changed: (deviceIds: number[]) => void
  /** Those of a dead process: one event. */
  readonly lost: (deviceIds: number[]) => void
  settle(): Promise<void>
}

export function presenceNews(announcer: Announcer, pool: pg.Pool, cache: Cache | undefined): PresenceNews {
  const changed = (ids: number[]) => announcer.devicesChanged(ids)
  const lost = (ids: number[]) => announcer.fleetLost(ids)
  if (!cache) return { changed, lost, settle: () => Promise.resolve() }
  const keeper = new PresenceKeeper(cache.presence, queriesOver<DB>(pool))
  return {
    changed: (ids) => void keeper.moved(ids).then(() => changed(ids)),
    lost: (ids) => void keeper.moved(ids).then(() => lost(ids)),
    settle: () => keeper.stop(),
  }
}
