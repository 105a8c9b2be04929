import type pg from 'pg'
import type { ClusterHost, ClusterStatus, Sender } from '../../platform/link/mqtt/cluster.ts'
import type { Tick } from '../../platform/jobs/ticking.ts'
import * as queries from './cluster-queries.ts'
import { type Held, outdatedOf } from './outdated.ts'
import { activate, recordArrivals } from './presence-queries.ts'

export interface Connected {
  readonly id: number
  readonly name: string
  readonly epoch: number
  hears(topic: string): boolean
}

interface Owned extends Connected, Held {}

export interface ClusterPresenceOptions {
  readonly db: pg.Pool
  /** This process, among all that share the broker. */
  readonly instance: string
  readonly onChanged: (deviceIds: number[]) => void
  /** This process speaks for the device from now on. */
  readonly onListens: (session: Connected) => void
  readonly onLeft: (session: Connected) => void
}

const NOT_DELIVERED = 2
const ADOPT_MS = 2_000
const ADOPTED_AT_ONCE = 2_000
const SILENCE_MS = 15_000
const HOUR_MS = 3_600_000

/**
 * Who is connected to a broker of the operator's own. Each device that is online has one process that speaks for it:
 * the one that first heard it, or that took over when that one died.
 */
export class ClusterPresence implements Pick<ClusterHost, 'dropped' | 'meet' | 'status'> {
  private readonly options: ClusterPresenceOptions
  private readonly owned = new Map<number, Owned>()
  /** An answer of the database was lost: it may have given this process devices of which it does not know. */
  private isUnsure = false

  constructor(options: ClusterPresenceOptions) {
    this.options = options
  }

  get count(): number {
    return this.owned.size
  }

  holds(id: number): boolean {
    return this.owned.has(id)
  }

  async meet(names: readonly string[]): Promise<ReadonlyMap<string, Sender>> {
    const known = await queries.findDevices(this.options.db, names)
    const arrived = await this.arrive(known.filter(({ isHeld }) => !isHeld))
    return new Map(known.map(({ id, code, epoch }) => [code, { id, epoch: arrived.get(id) ?? epoch }]))
  }

  /** `{"online": 1, "session": "…"}` from the device once it is connected, the same with 0 as its will. */
  async status({ name, payload }: ClusterStatus): Promise<void> {
    const said = readStatus(payload)
    if (!said) return
    const { db, onChanged } = this.options
    if (said.isOnline) {
      await this.arrive(await queries.findDevices(db, [name]))
      await queries.nameSession(db, name, said.session)
      return
    }
    const gone = await queries.endSession(db, name, said.session)
    if (gone.length > 0) onChanged(gone)
  }

  /** A session that was to end: `end` takes its connection away, and what begins meanwhile is another one. */
  async dropped(name: string, end: () => Promise<void>): Promise<void> {
    const { db, onChanged } = this.options
    const known = await queries.sessionOf(db, name)
    await end()
    const gone = known ? await queries.endSession(db, name, known.session) : []
    if (gone.length > 0) onChanged(gone)
  }

  /** The codes of those this process speaks for that no longer match their device: deleted, renamed, or with a new secret. */
  async outdated(ids: readonly number[]): Promise<string[]> {
    const { db, onChanged } = this.options
    const held = ids.flatMap((id) => this.owned.get(id) ?? [])
    const outdated = await outdatedOf(db, held)
    for (const { session, device } of outdated) {
      // Ending it once is enough: what comes again has shown the new secret.
      if (device?.code === session.code) this.owned.set(session.id, { ...session, hash: device.hash })
      else this.leave(session)
      const renamed = device && device.code !== session.code
      const gone = renamed ? await queries.endSession(db, device.code, null) : []
      if (gone.length > 0) onChanged(gone)
    }
    return outdated.map(({ session }) => session.code)
  }

  /** Whether some living process speaks for the device of this code, which then ends its session if need be. */
  async isSpokenFor(code: string): Promise<boolean> {
    return (await queries.findDevices(this.options.db, [code])).some(({ isHeld }) => isHeld)
  }

  /** These may have left, or be spoken for by another process by now. */
  async recheck(ids: readonly number[]): Promise<void> {
    const asked = ids.flatMap((id) => this.owned.get(id) ?? [])
    if (asked.length === 0) return
    const { db, instance } = this.options
    const held = await queries.findHeld(
      db,
      instance,
      asked.map(({ id }) => id),
    )
    for (const { id, epoch } of asked) {
      const session = this.owned.get(id)
      // A session that began after the question is none of the answer's.
      if (session?.epoch === epoch && held.get(id) !== epoch) this.leave(session)
    }
  }

  /** The broker is back: what could not be handed to it meanwhile may go out. */
  listenAgain(): void {
    for (const session of this.owned.values()) this.options.onListens(session)
  }

  get ids(): number[] {
    return [...this.owned.keys()]
  }

  ticks(offlineAfterSilentSeconds: number): readonly Tick[] {
    return [
      { name: 'devices of dead processes', everyMs: ADOPT_MS, run: () => this.adopt() },
      {
        name: 'devices long silent',
        everyMs: SILENCE_MS,
        run: async (db) => {
          const gone = await queries.endSilent(db, offlineAfterSilentSeconds)
          if (gone.length > 0) this.options.onChanged(gone)
        },
      },
      { name: 'processes long dead', everyMs: HOUR_MS, run: queries.forgetDead },
    ]
  }

  private leave(session: Owned): void {
    this.owned.delete(session.id)
    this.options.onLeft(session)
  }

  private async adopt(): Promise<void> {
    const { db, instance } = this.options
    if (this.isUnsure) await this.reconcile()
    for (;;) {
      const adopted = await this.orUnsure(queries.adoptOrphans(db, instance, ADOPTED_AT_ONCE))
      for (const device of adopted) this.own(device)
      if (adopted.length < ADOPTED_AT_ONCE) return
    }
  }

  /** Nobody else speaks for these devices while this process lives, though it may not have heard that they are its own. */
  private async reconcile(): Promise<void> {
    const { db, instance } = this.options
    this.isUnsure = false
    const held = await this.orUnsure(queries.allHeld(db, instance))
    for (const device of held) {
      const known = this.owned.get(device.id)
      if (known === undefined || known.epoch < device.epoch) this.own(device)
    }
  }

  private async orUnsure<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      this.isUnsure = true
      throw error
    }
  }

  private arrive(devices: readonly queries.Known[]): Promise<Map<number, number>> {
    return devices.length === 0
      ? Promise.resolve(new Map<number, number>())
      : this.orUnsure(this.record(devices))
  }

  private async record(devices: readonly queries.Known[]): Promise<Map<number, number>> {
    const { db, instance, onChanged } = this.options
    const ids = devices.map(({ id }) => id)
    const arrived = await recordArrivals(db, instance, ids)
    const fresh = devices.filter(({ status }) => status === NOT_DELIVERED).map(({ id }) => id)
    if (fresh.length > 0) await activate(db, fresh)
    const known = new Map(devices.map((device) => [device.id, device]))
    for (const { id, epoch } of arrived) {
      const device = known.get(id)
      if (device) this.own({ ...device, epoch })
    }
    onChanged(ids)
    return new Map(arrived.map(({ id, epoch }) => [id, epoch]))
  }

  private own({ id, code, epoch, hash }: Held & Pick<Connected, 'epoch'>): void {
    const before = this.owned.get(id)
    const session = { id, name: code, code, epoch, hash, hears: () => true }
    this.owned.set(id, session)
    if (before) this.options.onLeft(before)
    this.options.onListens(session)
  }
}

function readStatus(payload: Buffer): { isOnline: boolean; session: string | null } | undefined {
  try {
    const said: unknown = JSON.parse(payload.toString())
    if (typeof said !== 'object' || said === null || !('online' in said)) return undefined
    if (said.online !== 0 && said.online !== 1) return undefined
    const session = 'session' in said && typeof said.session === 'string' ? said.session.slice(0, 200) : null
    return { isOnline: said.online === 1, session }
  } catch {
    return undefined
  }
}
