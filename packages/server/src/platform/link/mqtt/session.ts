import type { Client } from 'aedes'
import type { Session, Tag } from '../dialect.ts'
import { keepAlive, pauseReading, resumeReading, writeAcks, writeMessage } from './inside.ts'

const PAUSED_KEEP_ALIVE_MS = 5_000
const LAST_MESSAGE_ID = 65_535
/** Who never acknowledges is not remembered for ever. */
const MOST_UNDELIVERED = 100

export class MqttSession implements Session {
  readonly client: Client
  readonly id: number
  readonly name: string
  readonly epoch: number
  isClosed = false
  held = 0
  /** What it subscribed to; all of it its own. */
  readonly filters = new Set<string>()
  private patience: NodeJS.Timeout | undefined
  private lastMessageId = 0
  private readonly undelivered = new Map<number, () => void>()

  constructor(client: Client, { id, name, epoch }: { id: number; name: string; epoch: number }) {
    this.client = client
    this.id = id
    this.name = name
    this.epoch = epoch
  }

  hears(topic: string): boolean {
    if (this.filters.has(topic)) return true
    for (const filter of this.filters)
      if (filter.endsWith('#') && topic.startsWith(filter.slice(0, -1))) return true
    return false
  }

  publish(topic: string, payload: Buffer, onDelivered?: () => void): void {
    this.lastMessageId = (this.lastMessageId % LAST_MESSAGE_ID) + 1
    const messageId = this.lastMessageId
    if (onDelivered) this.undelivered.set(messageId, onDelivered)
    const [oldest] = this.undelivered.keys()
    if (this.undelivered.size > MOST_UNDELIVERED && oldest !== undefined) this.undelivered.delete(oldest)
    writeMessage(this.client, { topic, payload, messageId })
  }

  delivered(messageId: number): void {
    const tell = this.undelivered.get(messageId)
    this.undelivered.delete(messageId)
    tell?.()
  }

  acknowledge(tags: readonly Tag[]): void {
    const direct: number[] = []
    for (const tag of tags) {
      if (typeof tag === 'number') direct.push(tag)
      else tag()
    }
    if (direct.length && !this.isClosed) writeAcks(this.client, direct)
  }

  pause(): void {
    if (this.patience || this.isClosed) return
    pauseReading(this.client)
    this.patience = setInterval(() => this.refresh(), PAUSED_KEEP_ALIVE_MS)
    this.refresh()
  }

  resume(): void {
    if (!this.patience) return
    clearInterval(this.patience)
    this.patience = undefined
    if (!this.isClosed) resumeReading(this.client)
  }

  close(): void {
    this.client.close()
  }

  private refresh(): void {
    if (this.isClosed) this.resume()
    else keepAlive(this.client)
  }
}
