import type pg from 'pg'
import type { Admission, Claim } from '../../platform/link/dialect.ts'
import { isSecret } from '../../platform/link/secret.ts'
import { type Held, outdatedOf } from './outdated.ts'
import * as queries from './presence-queries.ts'
import type { Credential, Departure } from './presence-queries.ts'

export interface PresenceOptions {
  db: pg.Pool
  /** This process, among all that hold sessions. */
  instance: string
  onChanged(deviceIds: number[]): void
  onError(error: unknown): void
}

const UNAVAILABLE_AFTER_MS = 5_000
const MOST_AT_ONCE = 500
const RETRY_MS = 200
const NOT_DELIVERED = 2

interface Waiting {
  claim: Claim
  since: number
  answer(admission: Admission): void
  /** Answered already: whatever is recorded for it must be taken back. */
  isOver: boolean
}

interface Session extends Held {
  readonly epoch: number
}

/** Who is connected: admits devices and records their coming and going, many in one statement. */
export class Presence {
  private readonly options: PresenceOptions
  private waiting: Waiting[] = []
  private departures: Departure[] = []
  private readonly sessions = new Map<number, Session>()
  /** Since when the database has owed an answer. */
  private busySince: number | undefined
  private running: Promise<void> | undefined

  constructor(options: PresenceOptions) {
    this.options = options
  }

  get count(): number {
    return this.sessions.size
  }

  /** For how long the recorder has been at its present statement. */
  get oldestMs(): number {
    return this.busySince === undefined ? 0 : Date.now() - this.busySince
  }

  holds(id: number): boolean {
    return this.sessions.has(id)
  }

  get held(): Session[] {
    return [...this.sessions.values()]
  }

  /** Recorded before it is answered; unavailable when the database does not answer in time. */
  admit(claim: Claim): Promise<Admission> {
    return new Promise((resolve) => {
      const waiting: Waiting = { claim, since: Date.now(), isOver: false, answer: () => undefined }
      const patience = setTimeout(() => waiting.answer({ verdict: 'unavailable' }), UNAVAILABLE_AFTER_MS)
      waiting.answer = (admission) => {
        clearTimeout(patience)
        waiting.isOver = true
        resolve(admission)
      }
      this.waiting.push(waiting)
      this.run()
    })
  }

  left({ id, epoch }: Omit<Departure, 'at'>): void {
    if (this.sessions.get(id)?.epoch === epoch) this.sessions.delete(id)
    this.departures.push({ id, epoch, at: Date.now() })
    this.run()
  }

  /** The codes of sessions that no longer match their device: deleted, renamed, or with a new secret. */
  async outdated(ids: readonly number[]): Promise<string[]> {
    const held = ids.flatMap((id) => this.sessions.get(id) ?? [])
    return (await outdatedOf(this.options.db, held)).map(({ session }) => session.code)
  }

  /** Resolves when all that is known has been recorded. */
  async settle(): Promise<void> {
    while (this.running) await this.running
  }

  private run(): void {
    this.running ??= this.work().finally(() => {
      this.running = undefined
      if (this.waiting.length || this.departures.length) this.run()
    })
  }

  private async work(): Promise<void> {
    // One turn of the loop gathers what a burst of connections brings at once.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.waiting.length || this.departures.length) {
      try {
        this.busySince ??= Date.now()
        await this.recordDepartures()
        await this.admitSome()
        this.busySince = undefined
      } catch (error) {
        this.options.onError(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  private async recordDepartures(): Promise<void> {
    const some = this.departures.slice(0, MOST_AT_ONCE)
    if (some.length === 0) return
    const changed = await queries.recordDepartures(this.options.db, some, 'disconnected')
    this.departures = this.departures.slice(some.length)
    if (changed.length) this.options.onChanged(changed)
  }

  private async admitSome(): Promise<void> {
    this.waiting = this.waiting.filter(({ isOver }) => !isOver)
    const some = this.nextClaims()
    if (some.size === 0) return
    const known = await queries.findCredentials(this.options.db, [...some.keys()])
    const accepted = new Map<number, { waiting: Waiting; credential: Credential }>()
    for (const credential of known) {
      const waiting = some.get(credential.code)
      if (waiting && isSecret(waiting.claim.secret, credential))
        accepted.set(credential.id, { waiting, credential })
    }
    const arrived = accepted.size
      ? await queries.recordArrivals(this.options.db, this.options.instance, [...accepted.keys()])
      : []
    const fresh = known.filter(({ id, status }) => status === NOT_DELIVERED && accepted.has(id))
    if (fresh.length)
      await queries.activate(
        this.options.db,
        fresh.map(({ id }) => id),
      )
    this.waiting = this.waiting.filter((each) => some.get(each.claim.name) !== each)
    this.answer(some, accepted, arrived)
  }

  /** Of several claims to one name only the first is answered now: the next takes over from it. */
  private nextClaims(): Map<string, Waiting> {
    const some = new Map<string, Waiting>()
    for (const waiting of this.waiting) {
      if (some.size >= MOST_AT_ONCE) break
      if (!some.has(waiting.claim.name)) some.set(waiting.claim.name, waiting)
    }
    return some
  }

  private answer(
    some: Map<string, Waiting>,
    accepted: Map<number, { waiting: Waiting; credential: Credential }>,
    arrived: readonly { id: number; epoch: number }[],
  ): void {
    for (const { id, epoch } of arrived) {
      const admitted = accepted.get(id)
      if (!admitted) continue
      if (admitted.waiting.isOver) {
        this.departures.push({ id, epoch, at: Date.now() })
        continue
      }
      this.sessions.set(id, { id, epoch, code: admitted.credential.code, hash: admitted.credential.hash })
      admitted.waiting.answer({ verdict: 'welcome', id, epoch })
    }
    for (const waiting of some.values()) if (!waiting.isOver) waiting.answer({ verdict: 'refused' })
    if (arrived.length) this.options.onChanged(arrived.map(({ id }) => id))
  }
}
