import { Transform, type Readable, pipeline } from 'node:stream'

/** How much of the line goes to whoever fetches files, as this process keeps it. */
export interface DownloadLimits {
  /** Bytes a second of all together; undefined: as fast as the line goes. */
  readonly totalRate?: number
  /** Bytes a second of each. */
  readonly rateEach?: number
  readonly atOnce: number
}

/** Time that a test turns by hand. */
export interface Timing {
  now(): number
  /** The answer cancels. */
  after(ms: number, run: () => void): () => void
}

/** A place in the plane, until it is left. */
export interface Place {
  /** Whether it is the others' turn: nothing is sent, and nobody is to blame. */
  readonly isWaiting: boolean
  /** The bytes at the pace that is due to this download. */
  paced(source: Readable): Readable
  leave(): void
}

/** Of one holder: a device that fetches in parts does not need more. */
const atOnceEach = 4
/** Small enough that a turn is short, large enough that turns are few. */
const pieceBytes = 16 * 1024
/** What a late timer may catch up. */
const slackMs = 50
const soonestMs = 5_000
/** Of those turned away so many come back in a second. */
const returnsASecond = 50

/** Monotonic: a clock that is set must not stop or flood the line. */
const realTiming: Timing = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Shares one line among downloads: a limited number of places, turns of one piece each in the order in which they are
 * asked for, so that all that want more get the same, and whoever reads slowly leaves the rest to the others.
 */
export class Bandwidth {
  private readonly limits: DownloadLimits
  private readonly timing: Timing
  private readonly places = new Map<string, number>()
  private taken = 0
  private lastReturnAt = 0
  /** Who waits for a turn, the longest first. */
  private readonly queue = new Map<Lane, () => void>()
  private freeAt = 0
  private cancelTurn: (() => void) | undefined
  private isServing = false

  constructor(limits: DownloadLimits, timing: Timing = realTiming) {
    this.limits = limits
    this.timing = timing
  }

  /** A place, or in how many seconds to ask again. */
  enter(holder: string): Place | number {
    const held = this.places.get(holder) ?? 0
    if (this.taken >= this.limits.atOnce || held >= atOnceEach) return this.turnAway()
    this.taken += 1
    this.places.set(holder, held + 1)
    return new Lane(this, { timing: this.timing, rate: this.limits.rateEach }, () => this.free(holder))
  }

  /** For lanes: calls when it is their turn to send one piece. */
  queueUp(lane: Lane, onTurn: () => void): void {
    if (this.limits.totalRate === undefined) return onTurn()
    this.queue.set(lane, onTurn)
    this.serve(this.limits.totalRate)
  }

  quit(lane: Lane): void {
    this.queue.delete(lane)
  }

  get isLimited(): boolean {
    return this.limits.totalRate !== undefined || this.limits.rateEach !== undefined
  }

  private serve(rate: number): void {
    if (this.isServing) return
    this.isServing = true
    const now = this.timing.now()
    for (const [lane, onTurn] of this.queue) {
      if (this.freeAt > now) break
      this.queue.delete(lane)
      this.freeAt = Math.max(this.freeAt, now - slackMs) + (1_000 * lane.wanted) / rate
      onTurn()
    }
    this.isServing = false
    this.cancelTurn?.()
    this.cancelTurn =
      this.queue.size > 0 ? this.timing.after(this.freeAt - now, () => this.serve(rate)) : undefined
  }

  private turnAway(): number {
    const now = this.timing.now()
    this.lastReturnAt = Math.max(now + soonestMs, this.lastReturnAt + 1_000 / returnsASecond)
    return Math.ceil((this.lastReturnAt - now) / 1_000)
  }

  private free(holder: string): void {
    this.taken -= 1
    const held = (this.places.get(holder) ?? 1) - 1
    if (held > 0) this.places.set(holder, held)
    else this.places.delete(holder)
  }
}

interface Own {
  readonly timing: Timing
  readonly rate: number | undefined
}

/** One download's way to its turns: first its own limit, then the queue of all. */
class Lane implements Place {
  wanted = 0
  isWaiting = false
  private readonly line: Bandwidth
  private readonly own: Own
  private readonly onLeave: () => void
  private freeAt = 0
  private cancel: (() => void) | undefined
  private hasLeft = false

  constructor(line: Bandwidth, own: Own, onLeave: () => void) {
    this.line = line
    this.own = own
    this.onLeave = onLeave
  }

  paced(source: Readable): Readable {
    if (!this.line.isLimited) return source
    const gate = new Transform({
      transform: (chunk: Buffer, _encoding, done) => this.send(chunk, (piece) => gate.push(piece), done),
    })
    // Whatever breaks either end ends both; who fetches sees a body that stops.
    pipeline(source, gate, () => undefined)
    return gate
  }

  leave(): void {
    if (this.hasLeft) return
    this.hasLeft = true
    this.cancel?.()
    this.line.quit(this)
    this.onLeave()
  }

  private send(chunk: Buffer, push: (piece: Buffer) => void, done: () => void): void {
    if (chunk.length === 0) return done()
    const piece = chunk.subarray(0, pieceBytes)
    this.take(piece.length, () => {
      push(piece)
      this.send(chunk.subarray(piece.length), push, done)
    })
  }

  private take(bytes: number, onTurn: () => void): void {
    const { timing, rate } = this.own
    this.wanted = bytes
    this.isWaiting = true
    const queueUp = () =>
      this.line.queueUp(this, () => {
        this.isWaiting = false
        const soonest = Math.max(this.freeAt, timing.now() - slackMs)
        if (rate !== undefined) this.freeAt = soonest + (1_000 * bytes) / rate
        onTurn()
      })
    const waitMs = this.freeAt - timing.now()
    if (waitMs <= 0) return queueUp()
    this.cancel = timing.after(waitMs, queueUp)
  }
}
