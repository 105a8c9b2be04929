import type pg from 'pg'
import type { Presence } from './presence.ts'
import { dropLease, renewLease, reviveSessions } from './presence-queries.ts'

interface Pace {
  readonly seconds: number
  readonly renewMs: number
}

const usualPace: Pace = { seconds: 30, renewMs: 10_000 }

/** Says that this instance lives; when it had been given up meanwhile, its sessions are declared again. */
export class Lease {
  private readonly db: pg.Pool
  private readonly instance: string
  private readonly pace: Pace
  private timer: NodeJS.Timeout | undefined

  constructor(db: pg.Pool, instance: string, pace: Pace = usualPace) {
    this.db = db
    this.instance = instance
    this.pace = pace
  }

  async hold(
    presence: Presence,
    told: { onChanged: (ids: number[]) => void; onError: (error: unknown) => void },
  ): Promise<void> {
    await renewLease(this.db, this.instance, this.pace.seconds)
    this.timer = setInterval(() => {
      this.renew(presence).then((revived) => revived.length && told.onChanged(revived), told.onError)
    }, this.pace.renewMs)
  }

  async renew(presence: Presence): Promise<number[]> {
    const wasGivenUp = await renewLease(this.db, this.instance, this.pace.seconds)
    return wasGivenUp ? reviveSessions(this.db, this.instance, presence.held) : []
  }

  async drop(): Promise<void> {
    clearInterval(this.timer)
    await dropLease(this.db, this.instance)
  }
}
