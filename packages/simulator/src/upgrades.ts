import type { UpgradeOrder, UpgradeProgress } from '@wattkeeper/contracts/link'
import type { Part } from './machines/machine.ts'
import { fetchFile } from './transfers.ts'

interface Workshop {
  readonly parts: readonly Part[]
  report(progress: UpgradeProgress): void
  /** New firmware runs only after a restart, and `info` then proves it. */
  restart(): void
}

const running = 0
const succeeded = 1
const failed = 2
const progressStep = 25

/** Carries out upgrade orders: fetches the file, checks it, takes over the version. The same order again gets its state again. */
export class Upgrades {
  private readonly last = new Map<string, UpgradeProgress>()
  private readonly workshop: Workshop

  constructor(workshop: Workshop) {
    this.workshop = workshop
  }

  async receive(order: UpgradeOrder): Promise<void> {
    const known = this.last.get(order.id)
    if (known) return this.workshop.report(known)
    this.say(order, { status: running, progPercent: 0 })
    try {
      await this.install(order)
      this.say(order, { status: succeeded, progPercent: 100 })
      this.workshop.restart()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.say(order, { status: failed, progPercent: 0, message: message.slice(0, 500) })
    }
  }

  private async install(order: UpgradeOrder): Promise<void> {
    const { partType, addrId = 0, version } = order
    const parts = this.workshop.parts.filter(
      (part) => part.partType === partType && (addrId === 0 || part.addrId === addrId),
    )
    if (parts.length === 0) throw new Error(`this device has no part ${partType} at address ${addrId}`)
    let said = 0
    const file = await fetchFile(order.url, (size) => {
      const percent = Math.min(99, Math.floor((100 * size) / Math.max(1, order.size)))
      if (percent < said + progressStep) return
      said = percent
      this.say(order, { status: running, progPercent: percent })
    })
    if (file.size !== order.size) throw new Error(`the file has ${file.size} bytes, not ${order.size}`)
    if (file.md5 !== order.md5.toLowerCase()) throw new Error('the md5 of the file differs')
    if (file.sha256 !== order.sha256.toLowerCase()) throw new Error('the sha256 of the file differs')
    for (const part of parts) part.currSwVersion = version
  }

  private say(order: UpgradeOrder, state: Pick<UpgradeProgress, 'status' | 'progPercent' | 'message'>): void {
    const { id, partType, addrId } = order
    const progress: UpgradeProgress = { id, partType, ...(addrId !== undefined && { addrId }), ...state }
    this.last.set(id, progress)
    this.workshop.report(progress)
  }
}
