import { Worker } from 'node:worker_threads'
import { packBatch } from './batch.ts'
import type { Arrival, Session, Tag } from './dialect.ts'
import type { FromWriter, ToWriter, WriterData } from './writer/wire.ts'

export interface PipelineOptions {
  /** Module that calls `runWriter`. */
  writer: URL
  data: WriterData
  /** Batches with the writer at once: one being stored while the next is decoded. */
  lanes?: number
  onCounts?(counts: Record<string, number>): void
  onStored?(stored: { facts: Record<string, number[]>; counts: Record<string, number> }): void
  onDatabase?(isAway: boolean, reason: string): void
  onBatch?(messages: number, ms: number): void
}

const MOST_MESSAGES = 2_000
const MOST_BYTES = 4 << 20
const GATHER_MS = 3
const HELD_BY_SESSION = 16
const HELD_BYTES = 64 << 20

interface Held extends Arrival {
  sender: number
  arrivedAt: number
}

/** Gathers messages into batches for the writer thread, and acknowledges them once it has committed. */
export class Pipeline {
  private readonly worker: Worker
  private readonly options: PipelineOptions
  private waiting: Held[] = []
  private waitingBytes = 0
  private heldBytes = 0
  private timer: NodeJS.Timeout | undefined
  private readonly away = new Map<number, { batch: Held[]; startedAt: number; bytes: number }>()
  private readonly paused = new Set<Session>()
  private nextBatch = 1
  private idle: (() => void)[] = []
  readonly failed: Promise<never>

  constructor(options: PipelineOptions) {
    this.options = options
    this.worker = new Worker(options.writer, { workerData: options.data })
    this.worker.on('message', (message: FromWriter) => this.hear(message))
    this.failed = new Promise((_, reject) => {
      this.worker.once('error', reject)
      this.worker.once('exit', (code) => code && reject(new Error(`the writer ended with ${code}`)))
    })
    this.failed.catch(() => undefined)
  }

  /** Messages taken and not yet acknowledged. */
  get held(): { messages: number; bytes: number } {
    let messages = this.waiting.length
    for (const { batch } of this.away.values()) messages += batch.length
    return { messages, bytes: this.heldBytes }
  }

  /** For how long the oldest batch has been with the writer. */
  get oldestMs(): number {
    let oldest = performance.now()
    const now = oldest
    for (const { startedAt } of this.away.values()) oldest = Math.min(oldest, startedAt)
    return now - oldest
  }

  take(arrival: Arrival): void {
    const { session, payload } = arrival
    session.held++
    this.heldBytes += payload.length
    this.waitingBytes += payload.length
    this.waiting.push({ ...arrival, sender: session.id, arrivedAt: Date.now() })
    if (session.held >= HELD_BY_SESSION || this.heldBytes > HELD_BYTES) this.pause(session)
    if (this.waiting.length >= MOST_MESSAGES || this.waitingBytes >= MOST_BYTES) this.post()
    else this.timer ??= setTimeout(() => this.post(), GATHER_MS)
  }

  /** Resolves when everything taken so far is stored and acknowledged. */
  async flush(): Promise<void> {
    while (this.waiting.length || this.away.size) {
      // Before it is posted: when nothing is left to post, the rest begins at once.
      const rested = new Promise<void>((resolve) => this.idle.push(resolve))
      this.post()
      await rested
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.timer)
    const exited = new Promise((resolve) => this.worker.once('exit', resolve))
    this.tell({ kind: 'stop' })
    await exited
  }

  private pause(session: Session): void {
    if (this.paused.has(session)) return
    this.paused.add(session)
    session.pause()
  }

  private post(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    while (this.away.size < (this.options.lanes ?? 2) && this.waiting.length) {
      const batch = this.nextOf(this.waiting)
      if (batch.length === 0) continue
      const number = this.nextBatch++
      const bytes = batch.reduce((sum, { payload }) => sum + payload.length, 0)
      this.away.set(number, { batch, startedAt: performance.now(), bytes })
      const buffer = packBatch(batch)
      this.tell({ kind: 'batch', number, buffer }, [buffer])
    }
    if (this.waiting.length === 0 && this.away.size === 0) this.rest()
  }

  /** Takes the next messages; those of closed senders, which will send them again, are let go. */
  private nextOf(waiting: Held[]): Held[] {
    const taken: Held[] = []
    let bytes = 0
    let read = 0
    for (const held of waiting) {
      if (taken.length >= MOST_MESSAGES || bytes >= MOST_BYTES) break
      read++
      this.waitingBytes -= held.payload.length
      if (held.session.isClosed && typeof held.tag === 'number') {
        this.heldBytes -= held.payload.length
        held.session.held--
        continue
      }
      bytes += held.payload.length
      taken.push(held)
    }
    this.waiting = waiting.slice(read)
    return taken
  }

  private hear(message: FromWriter): void {
    if (message.kind === 'database') {
      this.options.onDatabase?.(message.isAway, message.reason)
      return
    }
    const done = this.away.get(message.number)
    if (!done) return
    this.away.delete(message.number)
    this.release(done.batch, done.bytes)
    this.options.onBatch?.(done.batch.length, performance.now() - done.startedAt)
    this.options.onCounts?.(message.counts)
    this.options.onStored?.(message)
    this.post()
  }

  private release(batch: Held[], bytes: number): void {
    this.heldBytes -= bytes
    const tags = new Map<Session, Tag[]>()
    for (const { session, tag } of batch) {
      session.held--
      const known = tags.get(session)
      if (known) known.push(tag)
      else tags.set(session, [tag])
    }
    for (const [session, list] of tags) session.acknowledge(list)
    if (this.paused.size && this.heldBytes < HELD_BYTES / 2) this.resumePaused()
  }

  private resumePaused(): void {
    for (const session of this.paused) {
      if (session.held >= HELD_BY_SESSION / 2 && !session.isClosed) continue
      this.paused.delete(session)
      session.resume()
    }
  }

  private rest(): void {
    const waiters = this.idle
    this.idle = []
    for (const resolve of waiters) resolve()
  }

  private tell(message: ToWriter, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer)
  }
}
