import { topicOf } from '@wattkeeper/contracts/link'
import type pg from 'pg'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Outgoing, Session } from '../../platform/link/dialect.ts'
import { passDeadlines } from './deadline-queries.ts'
import * as queries from './lane-queries.ts'
import type { Delivery, Lane, Order } from './lane-queries.ts'
import type { ChangedCommand } from './queue.ts'
import { ANSWER_MS } from './replies.ts'

export interface LanesOptions {
  readonly db: pg.Pool
  readonly clock: Clock
  /** False when the device does not listen. */
  readonly send: (device: string, message: Outgoing) => boolean
  readonly onChanged: (changes: readonly ChangedCommand[]) => void
  /** For the metrics. */
  readonly onCounts: (counts: Record<string, number>) => void
  readonly onError: (error: unknown) => void
}

/** Lanes a turn, of those that somebody waits for and of those that have just come back: neither starves the other. */
const LANES_A_TURN = 100
const RETRY_MS = 200
const GATHER_MS = 25

/**
 * Hands commands to the devices whose sessions this process holds: one lane a device, one command in flight. A command
 * is written down as sent before it is; whatever is lost after that, its deadline finds.
 */
export class Lanes {
  private readonly options: LanesOptions
  private readonly listening = new Map<number, Lane & { readonly code: string }>()
  /** Lanes in which something may be next. */
  private readonly awake = new Set<number>()
  /** Those of devices that have come back, until nothing waits for them any more. */
  private readonly draining = new Set<number>()
  private readonly returning = new Set<number>()
  private readonly comers = new Set<number>()
  private gone: Lane[] = []
  private deliveries: Delivery[] = []
  private running: Promise<void> | undefined
  private noting: NodeJS.Timeout | undefined
  private isStopped = false

  constructor(options: LanesOptions) {
    this.options = options
  }

  /** Devices that take commands from this process. */
  get size(): number {
    return this.listening.size
  }

  /** The session hears commands from now on. */
  listens(session: Pick<Session, 'id' | 'name' | 'epoch' | 'hears'>): void {
    const { id: deviceId, name: code, epoch } = session
    if (!session.hears(topicOf('commands', code)) || this.listening.get(deviceId)?.epoch === epoch) return
    this.listening.set(deviceId, { deviceId, code, epoch })
    this.comers.add(deviceId)
    this.draining.add(deviceId)
    this.returning.add(deviceId)
    this.run()
  }

  left({ id: deviceId, epoch }: Pick<Session, 'id' | 'epoch'>): void {
    if (this.listening.get(deviceId)?.epoch === epoch) this.forget(deviceId)
    this.gone.push({ deviceId, epoch })
    this.run()
  }

  /** Something was queued for these devices, or they have answered. */
  wake(deviceIds: Iterable<number>): void {
    for (const id of deviceIds) {
      if (!this.listening.has(id)) continue
      if (this.draining.has(id)) this.returning.add(id)
      else this.awake.add(id)
    }
    this.run()
  }

  /** Facts may have been lost: looks at what waits for the devices that listen. */
  async reread(): Promise<void> {
    const waiting = await queries.devicesWithWaiting(this.options.db, [...this.listening.keys()])
    for (const id of waiting) this.returning.add(id)
    if (waiting.length > 0) this.run()
  }

  /** Sends again, gives up and lets expire what is due. */
  async passDeadlines(): Promise<void> {
    const changed = await passDeadlines(this.options.db, this.moments())
    if (changed.length === 0) return
    this.options.onChanged(changed)
    const ended = changed.filter(({ reason }) => reason !== null).length
    this.options.onCounts({ commandsGivenUp: ended })
    this.wake(changed.map(({ deviceId }) => deviceId))
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.noting)
    await this.running
  }

  private moments() {
    const now = this.options.clock.now()
    return { now: new Date(now).toISOString(), deadline: new Date(now + ANSWER_MS).toISOString() }
  }

  private run(): void {
    if (this.isStopped) return
    this.running ??= this.work().finally(() => {
      this.running = undefined
      if (this.hasWork()) this.run()
    })
  }

  private hasWork(): boolean {
    return (
      this.awake.size + this.returning.size + this.comers.size + this.gone.length + this.deliveries.length > 0
    )
  }

  private async work(): Promise<void> {
    // One turn of the loop gathers what a burst brings at once.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.hasWork() && !this.isStopped) {
      try {
        await this.recordWhatHappened()
        await this.turn()
      } catch (error) {
        this.options.onError(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  private async recordWhatHappened(): Promise<void> {
    const { db, onChanged } = this.options
    const { gone, deliveries } = this
    if (gone.length > 0) {
      const released = await queries.releaseLanes(db, gone, this.moments().now)
      this.gone = this.gone.slice(gone.length)
      if (released.length > 0) onChanged(released)
    }
    if (deliveries.length > 0) {
      const delivered = await queries.recordDeliveries(db, deliveries)
      this.deliveries = this.deliveries.slice(deliveries.length)
      if (delivered.length > 0) onChanged(delivered)
    }
  }

  private async turn(): Promise<void> {
    const some = new Set([...first(this.awake), ...first(this.returning)])
    const lanes = [...some].flatMap((id) => this.listening.get(id) ?? [])
    const comers = lanes.filter(({ deviceId }) => this.comers.has(deviceId))
    const { db } = this.options
    if (comers.length > 0) await queries.welcomeLanes(db, comers, this.moments())
    for (const { deviceId } of comers) this.comers.delete(deviceId)
    const orders = lanes.length > 0 ? await queries.claimOrders(db, lanes, this.moments()) : []
    // Only now: had the database failed, they would have been asked for again.
    const busy = new Set(orders.map(({ deviceId }) => deviceId))
    for (const id of some) {
      this.awake.delete(id)
      this.returning.delete(id)
      if (!busy.has(id)) this.draining.delete(id)
    }
    for (const id of this.comers) if (!this.listening.has(id)) this.comers.delete(id)
    await this.handOver(orders)
  }

  private async handOver(orders: readonly Order[]): Promise<void> {
    if (orders.length === 0) return
    const unsent = orders.filter((order) => !this.hand(order))
    // At once: whoever listens from now on is listening anew.
    for (const { deviceId } of unsent) this.forget(deviceId)
    if (unsent.length > 0) await queries.giveBack(this.options.db, unsent)
    const again = orders.filter(({ attempt }) => attempt > 1).length
    this.options.onCounts({ commandsSent: orders.length - unsent.length, commandsSentAgain: again })
    this.options.onChanged(orders)
  }

  private hand({ id, code, deviceId, body, expires, attempt }: Order): boolean {
    const device = this.listening.get(deviceId)?.code
    if (device === undefined) return false
    return this.options.send(device, {
      topic: topicOf('commands', device),
      payload: JSON.stringify({ ...body, id: code, expires }),
      onDelivered: () => this.noteDelivery({ id, attempt, at: this.moments().now }),
    })
  }

  /** Most are answered at once, and the answer says it too. */
  private noteDelivery(delivery: Delivery): void {
    this.deliveries.push(delivery)
    this.noting ??= setTimeout(() => {
      this.noting = undefined
      this.run()
    }, GATHER_MS)
  }

  private forget(deviceId: number): void {
    this.listening.delete(deviceId)
    for (const set of [this.awake, this.draining, this.returning, this.comers]) set.delete(deviceId)
  }
}

function first(ids: ReadonlySet<number>): number[] {
  const some: number[] = []
  for (const id of ids) {
    if (some.length >= LANES_A_TURN) break
    some.push(id)
  }
  return some
}
