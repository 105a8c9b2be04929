/** What is due later. `cancel` is harmless once it has happened. */
export interface Ticket {
  cancel(): void
}

interface Entry {
  dueAt: number
  action: (() => void) | undefined
}

const slotMs = 50
const slotCount = 1_024

/**
 * One timer for thousands of devices: entries hang in slots of 50 ms, and a turn looks at one slot only. It is also the
 * clock of everything simulated, so that a test turns it by hand.
 */
export class Wheel {
  private readonly slots: Entry[][] = Array.from({ length: slotCount }, () => [])
  private time: number | 'real'
  private slot: number
  private timer: NodeJS.Timeout | undefined

  constructor(time: number | 'real' = 'real') {
    this.time = time
    this.slot = Math.floor(this.now() / slotMs)
  }

  now(): number {
    return this.time === 'real' ? Date.now() : this.time
  }

  after(delayMs: number, action: () => void): Ticket {
    const entry: Entry = { dueAt: this.now() + Math.max(0, delayMs), action }
    // Never into the slot that is being looked at: it would be found a whole round later.
    const slot = Math.max(Math.ceil(entry.dueAt / slotMs), this.slot + 1)
    this.slots[slot % slotCount]?.push(entry)
    return { cancel: () => (entry.action = undefined) }
  }

  start(): void {
    this.timer ??= setInterval(() => this.turnTo(Date.now()), slotMs)
  }

  stop(): void {
    clearInterval(this.timer)
    this.timer = undefined
  }

  /** Lets everything happen that is due until then, in order; a clock set by hand goes along. */
  turnTo(target: number): void {
    const last = Math.floor(target / slotMs)
    while (this.slot < last) {
      this.slot += 1
      const at = this.slot * slotMs
      if (this.time !== 'real') this.time = Math.max(this.time, at)
      this.empty(at)
    }
    if (this.time !== 'real') this.time = target
  }

  private empty(at: number): void {
    const place = this.slot % slotCount
    const entries = this.slots[place] ?? []
    const later = entries.filter((entry) => entry.dueAt > at)
    this.slots[place] = later
    for (const entry of entries) if (entry.dueAt <= at) entry.action?.()
  }
}
