import type { SenderStore, StoredClock, Tx } from '../messages.ts'
import { stamp } from './clock.ts'
import type { Clock } from './clock.ts'

/** A correction that moved less is not worth a write. */
const WORTH_SAVING_MS = 60_000

interface Known extends Clock {
  savedOffsetMs: number
  savedIsWrong: boolean
}

/** The clocks of all senders, read from the store when a sender is first heard, written when they change. */
export class Senders {
  private readonly clocks = new Map<number, Known>()
  private readonly store: SenderStore
  private readonly retentionMs: number

  constructor(store: SenderStore, retentionMs: number) {
    this.store = store
    this.retentionMs = retentionMs
  }

  strangers(ids: Iterable<number>): number[] {
    const strangers = new Set<number>()
    for (const id of ids) if (!this.clocks.has(id)) strangers.add(id)
    return [...strangers]
  }

  async load(tx: Tx, ids: number[]): Promise<void> {
    for (const { id, offsetMs, newestAt, isWrong } of await this.store.load(tx, ids)) {
      if (this.clocks.has(id)) continue
      this.clocks.set(id, { offsetMs, newestAt, isWrong, savedOffsetMs: offsetMs, savedIsWrong: isWrong })
    }
  }

  stamp(id: number, message: { ts: number; arrivedAt: number; isBacklog: boolean }): number | undefined {
    return stamp(this.clockOf(id), { ...message, retentionMs: this.retentionMs })
  }

  changed(ids: Iterable<number>): StoredClock[] {
    const changed: StoredClock[] = []
    for (const id of new Set(ids)) {
      const clock = this.clockOf(id)
      const moved = Math.abs(clock.offsetMs - clock.savedOffsetMs) > WORTH_SAVING_MS
      if (moved || clock.isWrong !== clock.savedIsWrong) changed.push({ ...clock, id })
    }
    return changed.sort((a, b) => a.id - b.id)
  }

  async save(tx: Tx, changed: StoredClock[]): Promise<void> {
    await this.store.save(tx, changed)
  }

  saved(changed: StoredClock[]): void {
    for (const { id, offsetMs, isWrong } of changed) {
      const clock = this.clockOf(id)
      clock.savedOffsetMs = offsetMs
      clock.savedIsWrong = isWrong
    }
  }

  private clockOf(id: number): Known {
    const known = this.clocks.get(id)
    if (known) return known
    const fresh = { offsetMs: 0, newestAt: -Infinity, isWrong: false, savedOffsetMs: 0, savedIsWrong: false }
    this.clocks.set(id, fresh)
    return fresh
  }
}
