import { topicOf } from '@wattkeeper/contracts/link'
import type { UpgradeOrder } from '@wattkeeper/contracts/link'
import type { SystemDb } from '../../context.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Outgoing, Session } from '../../platform/link/dialect.ts'
import { linksTo } from '../device-files/index.ts'
import * as queries from './sender-queries.ts'
import type { ChangedJob, Listener, UpgradeSending } from './sender-queries.ts'
import { MOST_IN_FLIGHT_MS } from './times.ts'

export interface UpgradeSenderOptions {
  readonly db: SystemDb
  readonly clock: Clock
  /** Where devices reach the file plane. */
  readonly publicUrl: string
  /** False when the device does not listen. */
  readonly send: (device: string, message: Outgoing) => boolean
  readonly onChanged: (changes: readonly ChangedJob[]) => void
  /** For the metrics. */
  readonly onCounts: (counts: Record<string, number>) => void
  readonly onError: (error: unknown) => void
}

/** A device that has not begun may not have heard: the order goes out again after this. */
const AGAIN_MS = 60_000
/** One that has come back first has the word. */
const RETURN_MS = 10_000
const DEVICES_A_TURN = 200
const RETRY_MS = 1_000

const instant = (ms: number): string => new Date(ms).toISOString()

/**
 * Hands upgrades to the devices whose sessions this process holds: one in flight a device. It is written down as sent,
 * with a link of its own, before it is; whatever is lost after that goes out again.
 */
export class UpgradeSender {
  private readonly options: UpgradeSenderOptions
  private readonly listening = new Map<number, Listener & { readonly code: string }>()
  /** Devices that may have something to hear. */
  private readonly awake = new Set<number>()
  private readonly comers = new Set<number>()
  private running: Promise<void> | undefined
  private isStopped = false

  constructor(options: UpgradeSenderOptions) {
    this.options = options
  }

  /** The session hears upgrades from now on. */
  listens(session: Pick<Session, 'id' | 'name' | 'epoch' | 'hears'>): void {
    const { id: deviceId, name: code, epoch } = session
    if (!session.hears(topicOf('upgrade', code)) || this.listening.get(deviceId)?.epoch === epoch) return
    this.listening.set(deviceId, { deviceId, code, epoch })
    this.comers.add(deviceId)
    this.awake.add(deviceId)
    this.run()
  }

  left({ id: deviceId, epoch }: Pick<Session, 'id' | 'epoch'>): void {
    if (this.listening.get(deviceId)?.epoch === epoch) this.forget(deviceId)
  }

  /** Something was ordered for these devices, or what they had in flight has ended. */
  wake(deviceIds: Iterable<number>): void {
    for (const id of deviceIds) if (this.listening.has(id)) this.awake.add(id)
    this.run()
  }

  /** Facts may have been lost, and what was sent may have to go out again. */
  async reread(): Promise<void> {
    const held = [...this.listening.keys()]
    this.wake(await queries.devicesToHear(this.options.db, held, this.now()))
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await this.running
  }

  private now(aheadMs = 0): string {
    return instant(this.options.clock.now() + aheadMs)
  }

  private run(): void {
    if (this.isStopped) return
    this.running ??= this.work().finally(() => {
      this.running = undefined
      if (this.awake.size > 0) this.run()
    })
  }

  private async work(): Promise<void> {
    // One turn of the loop gathers what a burst brings at once.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.awake.size > 0 && !this.isStopped) {
      try {
        await this.turn()
      } catch (error) {
        this.options.onError(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  private async turn(): Promise<void> {
    const some = [...this.awake].slice(0, DEVICES_A_TURN)
    const listeners = some.flatMap((id) => this.listening.get(id) ?? [])
    const back = listeners.filter(({ deviceId }) => this.comers.has(deviceId))
    if (back.length > 0) await queries.welcomeBack(this.options.db, back, this.now(RETURN_MS))
    const claimed = listeners.length > 0 ? await this.claim(listeners) : []
    // Only now: had the database failed, they would have been asked for again.
    for (const { deviceId } of back) this.comers.delete(deviceId)
    for (const id of some) this.awake.delete(id)
    await this.handOver(claimed)
  }

  private claim(listeners: readonly Listener[]) {
    const { db, clock, publicUrl } = this.options
    return db.transaction().execute(async (within) => {
      const moments = { now: this.now(), again: this.now(AGAIN_MS) }
      const sendings = await queries.claimUpgrades(within, listeners, moments)
      const lost = sendings.filter(({ isFileThere }) => !isFileThere)
      if (lost.length > 0) await queries.endWithoutFile(within, lost, moments.now)
      const wanted = sendings
        .filter(({ isFileThere }) => isFileThere)
        .map(({ deviceId, fileId }) => ({ deviceId, fileId, validForMs: MOST_IN_FLIGHT_MS }))
      const urls = await linksTo(within, { clock, publicUrl }, wanted)
      let place = 0
      return sendings.map((sending) => ({
        sending,
        url: sending.isFileThere ? urls[place++] : undefined,
      }))
    })
  }

  private async handOver(claimed: readonly { sending: UpgradeSending; url: string | undefined }[]) {
    if (claimed.length === 0) return
    const unsent = claimed.flatMap(({ sending, url }) =>
      url === undefined || this.hand(sending, url) ? [] : [sending],
    )
    // At once: whoever listens from now on is listening anew.
    for (const { deviceId } of unsent) this.forget(deviceId)
    if (unsent.length > 0) await queries.giveBack(this.options.db, unsent)
    const sent = claimed.filter(({ url }) => url !== undefined)
    const again = sent.filter(({ sending }) => sending.attempt > 1).length
    this.options.onCounts({ upgradesSent: sent.length - unsent.length, upgradesSentAgain: again })
    this.options.onChanged(claimed.map(({ sending }) => sending))
  }

  private hand(sending: UpgradeSending, url: string): boolean {
    const device = this.listening.get(sending.deviceId)?.code
    if (device === undefined) return false
    const { code: id, partType, addrId, version, size, md5, sha256, signature } = sending
    const order: UpgradeOrder = {
      ...{ id, partType, addrId, version, url, size, md5, sha256 },
      ...(signature !== null && { signature }),
    }
    return this.options.send(device, { topic: topicOf('upgrade', device), payload: JSON.stringify(order) })
  }

  private forget(deviceId: number): void {
    this.listening.delete(deviceId)
    this.awake.delete(deviceId)
    this.comers.delete(deviceId)
  }
}
