import type pg from 'pg'
import type { Presence } from './presence.ts'
import { dropLease, renewLease, reviveSessions } from './presence-queries.ts'

const LEASE_SECONDS = 30
const RENEW_MS = 10_000

/** Says that this instance lives; when it had been given up meanwhile, its sessions are declared again. */
export class Lease {
  private readonly db: pg.Pool
  private readonly instance: string
  private timer: NodeJS.Timeout | undefined

  constructor(db: pg.Pool, instance: string) {
    this.db = db
    this.instance = instance
  }

  async hold(
    presence: Presence,
    told: { onChanged: (ids: number[]) => void; onError: (error: unknown) => void },
  ): Promise<void> {
    await renewLease(this.db, this.instance, LEASE_SECONDS)
    this.timer = setInterval(() => {
      this.renew(presence).then((revived) => revived.length && told.onChanged(revived), told.onError)
    }, RENEW_MS)
  }

  async renew(presence: Presence): Promise<number[]> {
    const wasGivenUp = await renewLease(this.db, this.instance, LEASE_SECONDS)
    return wasGivenUp ? reviveSessions(this.db, this.instance, presence.held) : []
  }

  async drop(): Promise<void> {
    clearInterval(this.timer)
    await dropLease(this.db, this.instance)
  }
}
