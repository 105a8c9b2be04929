import type { Db, SystemDb } from '../../context.ts'
import type { DevicePresence, Shelf } from '../../platform/cache/cache.ts'
import { storedPresence } from './queries.ts'

interface Owed {
  readonly since: number
}

const AT_ONCE = 500
const RETRY_MS = 500

/**
 * Tells the cache what was committed of the presence of devices. It reads the rows once more, so that whatever it
 * writes is committed, and the version of a row decides whether it is newer than what the cache has. A write that fails
 * is tried again for as long as the cache may still show the state before.
 */
export class PresenceKeeper {
  private readonly shelf: Shelf<DevicePresence>
  private readonly db: Db | SystemDb
  private readonly owed = new Map<number, Owed>()
  private running: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined

  constructor(shelf: Shelf<DevicePresence>, db: Db | SystemDb) {
    this.shelf = shelf
    this.db = db
  }

  /** Resolves when the cache knows, or has not answered; never rejects. */
  moved(deviceIds: readonly number[]): Promise<void> {
    const owed = { since: Date.now() }
    for (const id of deviceIds) this.owed.set(id, owed)
    this.running = this.running.then(() => this.pay())
    return this.running
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    await this.running
    clearTimeout(this.timer)
  }

  private async pay(): Promise<void> {
    try {
      while (this.owed.size > 0) {
        const some = [...this.owed].slice(0, AT_ONCE)
        await this.shelf.keep(
          await storedPresence(
            this.db,
            some.map(([id]) => id),
          ),
        )
        // Moved again meanwhile, it is owed anew.
        for (const [id, owed] of some) if (this.owed.get(id) === owed) this.owed.delete(id)
      }
    } catch {
      // The cache, or the database, has said so itself.
      this.payLater()
    }
  }

  private payLater(): void {
    // What the cache learnt before the change, or while it was made, has ended by then.
    const longAgo = Date.now() - 2 * this.shelf.staleMs
    for (const [id, { since }] of this.owed) if (since < longAgo) this.owed.delete(id)
    if (this.owed.size > 0) this.timer ??= setTimeout(() => this.retry(), RETRY_MS).unref()
  }

  private retry(): void {
    this.timer = undefined
    void this.moved([])
  }
}
