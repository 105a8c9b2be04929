import type { UpgradeOrder, UpgradeProgress } from '@wattkeeper/contracts/link'
import { FirmwareCheck } from './firmware-check.ts'
import { type Keyring, keyringOf } from './keyring.ts'
import type { Part } from './machines/machine.ts'
import { Download, type Wait } from './transfers.ts'
import type { UpgradeTrouble } from './upgrade-trouble.ts'

/** How the device comes back after an upgrade. */
export type Return = 'well' | 'alarmed' | 'never'

export interface Workshop {
  readonly parts: readonly Part[]
  readonly wait: Wait
  /** How it fails, now. */
  readonly trouble: () => UpgradeTrouble | undefined
  /** Said again over a new connection until the platform has acknowledged it. */
  report(progress: UpgradeProgress, onAcknowledged?: () => void): void
  /** New firmware runs only after a restart, and `info` then proves it. */
  restart(how: Return): void
}

const running = 0
const succeeded = 1
const failed = 2
const progressStep = 5
const remembered = 20
/** What each step takes a slow device. */
const slowStepMs = 30_000
const slowUntil = 50
/** A flaky line breaks each time that so much of the file has come. */
const flakyShare = 0.2

const returns: Readonly<Record<string, Return>> = { 'never-back': 'never', alarm: 'alarmed' }

/** An order on its way, with what is here of its file. */
interface Work {
  readonly order: UpgradeOrder
  readonly download: Download
  readonly check: FirmwareCheck
  readonly aborting: AbortController
  said: number
}

type State = Pick<UpgradeProgress, 'status' | 'progPercent' | 'message'>

/** The line or the device gives way in the middle. */
class BrokenLine extends Error {}

/**
 * Carries out upgrade orders: fetches the file, checks it, restarts with the new version. The same order again gets its state
 * again; a newer one takes the place of one that is under way; what a power cut interrupted goes on afterwards.
 */
export class Upgrades {
  private readonly last = new Map<string, UpgradeProgress>()
  private readonly workshop: Workshop
  private work: Work | undefined
  /** What the restart will do that comes once the platform knows. */
  private install: (() => void) | undefined

  constructor(workshop: Workshop) {
    this.workshop = workshop
  }

  async receive(order: UpgradeOrder): Promise<void> {
    const known = this.last.get(order.id)
    if (known) return this.workshop.report(known)
    this.work?.aborting.abort(new Error('a newer order came'))
    const { trouble } = this.workshop
    if (trouble() === 'refuses')
      return this.say(order, { status: failed, progPercent: 0, message: 'not while the device is in use' })
    const [download, check] = [new Download(order.url), new FirmwareCheck(order)]
    this.work = { order, download, check, aborting: new AbortController(), said: 0 }
    this.say(order, { status: running, progPercent: 0 })
    await this.carryOut(this.work)
  }

  /** What is here of the file stays. */
  powerLost(): void {
    this.install?.()
    this.install = undefined
    this.work?.aborting.abort(new Error('the power failed'))
  }

  /** Power is back: what was under way goes on. */
  async goOn(): Promise<void> {
    if (!this.work?.aborting.signal.aborted) return
    this.work = { ...this.work, aborting: new AbortController() }
    await this.carryOut(this.work)
  }

  private async carryOut(work: Work): Promise<void> {
    const { order, aborting } = work
    try {
      const parts = this.partsFor(order)
      if (this.workshop.trouble() !== 'lies') await this.fetch(work)
      if (aborting.signal.aborted) return
      this.work = undefined
      this.finish(order, parts)
    } catch (error) {
      // Interrupted, and not failed.
      if (aborting.signal.aborted) return
      this.work = undefined
      const message = error instanceof Error ? error.message : String(error)
      this.say(order, { status: failed, progPercent: work.said, message: message.slice(0, 500) })
    }
  }

  private partsFor({ partType, addrId = 0 }: UpgradeOrder): readonly Part[] {
    const parts = this.workshop.parts.filter(
      (part) => part.partType === partType && (addrId === 0 || part.addrId === addrId),
    )
    if (parts.length === 0) throw new Error(`this device has no part ${partType} at address ${addrId}`)
    return parts
  }

  /** Nothing is installed of a file that is not what was ordered, or not signed by the platform. */
  private async fetch(work: Work): Promise<void> {
    const { order, download, check, aborting } = work
    const { wait, trouble } = this.workshop
    if (trouble() === 'slow') await this.dawdle(work)
    let breaksAt = trouble() === 'flaky' ? flakyShare * order.size : Infinity
    const file = await download.fetch({
      wait,
      most: order.size,
      signal: aborting.signal,
      onRestart: () => check.startOver(),
      onBusy: () =>
        this.say(order, { status: running, progPercent: work.said, message: 'waiting for its turn' }),
      onBytes: (bytes, size) => {
        check.see(bytes)
        if (trouble() === 'breaks-off' && size > order.size / 2) return this.fallSilent(work)
        this.advance(work, Math.min(99, Math.floor((100 * size) / Math.max(1, order.size))))
        if (size < breaksAt || size >= order.size) return
        breaksAt = size + flakyShare * order.size
        throw new BrokenLine('the line broke')
      },
    })
    const received = trouble() === 'corrupts' ? { ...file, md5: file.md5.replace(/./g, '0') } : file
    const refusal = await check.refusal(received, this.keysFor(order))
    if (refusal) throw new Error(refusal)
  }

  private keysFor({ url }: UpgradeOrder): Keyring {
    return keyringOf(new URL(url).origin)
  }

  private fallSilent({ aborting }: Work): void {
    aborting.abort(new Error('it fell silent'))
    this.work = undefined
  }

  private async dawdle(work: Work): Promise<void> {
    const { order, aborting } = work
    for (; work.said < slowUntil && !aborting.signal.aborted; work.said += progressStep) {
      this.say(order, { status: running, progPercent: work.said, message: 'making room' })
      await this.workshop.wait(slowStepMs)
    }
  }

  private advance(work: Work, percent: number): void {
    if (percent < work.said + progressStep) return
    work.said = percent
    this.say(work.order, { status: running, progPercent: percent })
  }

  /** Restarts once the platform knows that it is done. */
  private finish(order: UpgradeOrder, parts: readonly Part[]): void {
    const trouble = this.workshop.trouble()
    const isInstalled = trouble !== 'lies' && trouble !== 'old-version'
    this.install = () => {
      if (isInstalled) for (const part of parts) part.currSwVersion = order.version
    }
    this.say(order, { status: succeeded, progPercent: 100 }, () => {
      if (trouble !== 'lies') this.workshop.restart(returns[trouble ?? ''] ?? 'well')
    })
  }

  private say(order: UpgradeOrder, state: State, onAcknowledged?: () => void): void {
    const { id, partType, addrId } = order
    const progress: UpgradeProgress = { id, partType, ...(addrId !== undefined && { addrId }), ...state }
    this.last.set(id, progress)
    for (const oldest of this.last.keys()) {
      if (this.last.size <= remembered) break
      this.last.delete(oldest)
    }
    this.workshop.report(progress, onAcknowledged)
  }
}
