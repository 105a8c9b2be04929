import { readTopic, topicOf } from '@wattkeeper/contracts/link'
import type { TopicName } from '@wattkeeper/contracts/link'
import type { IPublishPacket, Packet } from 'mqtt-packet'
import { randomOf } from '../random.ts'
import type { Random } from '../random.ts'
import type { Ticket, Wheel } from '../wheel.ts'
import { backoffMs } from './backoff.ts'
import { Outbox } from './outbox.ts'
import { Wire } from './packets.ts'

export interface LinkOptions {
  readonly url: string
  readonly code: string
  readonly secret: string
  readonly wheel: Wheel
  readonly random?: Random
  readonly keepAliveSeconds?: number
  /** Tries again by itself after a lost connection; otherwise stays away until `connect`. */
  readonly reconnects?: boolean
  /** Listens for commands and upgrades. */
  readonly subscribes?: boolean
}

export interface LinkEvents {
  onOnline?(): void
  onOffline?(reason: string): void
  /** The platform does not know this code with this secret. */
  onRefused?(returnCode: number): void
  /** Nobody answered at the new address: it is back at the former one. */
  onReturned?(): void
  /** A message from the platform; it is acknowledged once this returns. */
  onMessage?(name: TopicName, payload: Buffer): void
}

type State = 'away' | 'connecting' | 'online'

const connectTimeoutMs = 20_000
/** In a row at a new address, then the former one is better than none. */
const mostStrangers = 3
const badCredentials = new Set([2, 4, 5])
const listensTo = ['commands', 'upgrade'] as const

/** One device's MQTT session: QoS 1, unacknowledged messages said again after a break, pings, patient reconnects. */
export class DeviceLink {
  readonly code: string
  /** Set by tests: commands are received and never acknowledged. */
  holdsAcknowledgements = false
  secret: string
  private readonly options: LinkOptions
  private readonly events: LinkEvents
  private readonly outbox = new Outbox()
  private readonly random: Random
  private url: URL
  private former: URL | undefined
  private strangers = 0
  private wire: Wire | undefined
  private state: State = 'away'
  private isWanted = false
  private attempt = 0
  private ticket: Ticket | undefined
  private ping: Ticket | undefined

  constructor(options: LinkOptions, events: LinkEvents) {
    this.options = options
    this.events = events
    this.code = options.code
    this.secret = options.secret
    this.url = new URL(options.url)
    this.random = options.random ?? randomOf(options.code)
  }

  get isOnline(): boolean {
    return this.state === 'online'
  }

  get unacknowledged(): number {
    return this.outbox.size
  }

  connect(): void {
    this.isWanted = true
    if (this.state !== 'away') return
    this.ticket?.cancel()
    this.state = 'connecting'
    const wire = new Wire(this.url, {
      onOpen: () => this.introduce(wire),
      onPacket: (packet) => this.receive(packet),
      onClosed: (reason) => this.closed(wire, reason),
    })
    this.wire = wire
    this.ticket = this.options.wheel.after(connectTimeoutMs, () => wire.destroy())
  }

  /** Says goodbye; what is not acknowledged is said again after the next connect. */
  disconnect(): void {
    this.isWanted = false
    this.ticket?.cancel()
    this.wire?.send({ cmd: 'disconnect' })
    this.wire?.end()
  }

  /** Breaks the connection without a word. Comes back by itself only where the link reconnects. */
  cut(): void {
    this.wire?.destroy()
  }

  /** As `cut`, and stays away until `connect`. */
  drop(): void {
    this.isWanted = false
    this.ticket?.cancel()
    this.wire?.destroy()
  }

  /** Goes to another platform; where it is not let in there, it returns. */
  moveTo(address: string): void {
    const url = URL.parse(`${this.url.protocol}//${address}`)
    if (!url || url.host === this.url.host) return
    this.former = this.url
    this.strangers = 0
    this.url = url
    this.cut()
  }

  /** Hangs: the connection stays, and nothing is read, pinged or answered any more. */
  freeze(): void {
    this.ping?.cancel()
    this.wire?.stopReading()
  }

  /** Kept and repeated until the platform acknowledges it. */
  send(name: TopicName, payload: unknown, onAcknowledged?: () => void): void {
    this.sendBuffer(topicOf(name, this.code), Buffer.from(JSON.stringify(payload)), onAcknowledged)
  }

  sendBuffer(topic: string, payload: Buffer, onAcknowledged?: () => void): void {
    const messageId = this.outbox.add({ topic, payload, onAcknowledged })
    if (this.isOnline) this.wire?.send(publishOf(topic, payload, { messageId, dup: false }))
  }

  /** Anything on any topic, said once: for devices that misbehave. */
  sendOnce(topic: string, payload: Buffer): void {
    if (this.isOnline)
      this.wire?.send(publishOf(topic, payload, { messageId: this.outbox.freeId(), dup: false }))
  }

  sendBytes(bytes: Uint8Array): void {
    this.wire?.sendBytes(bytes)
  }

  /** Forgets what has not been acknowledged, as a device does whose power fails. */
  forget(): void {
    this.outbox.clear()
  }

  private introduce(wire: Wire): void {
    wire.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: this.code,
      username: this.code,
      password: Buffer.from(this.secret),
      keepalive: this.keepAliveSeconds(),
    })
  }

  private keepAliveSeconds(): number {
    return this.options.keepAliveSeconds ?? 60
  }

  private receive(packet: Packet): void {
    if (packet.cmd === 'puback' && packet.messageId !== undefined) this.outbox.acknowledge(packet.messageId)
    else if (packet.cmd === 'publish') this.hear(packet)
    else if (packet.cmd === 'connack') this.admitted(packet.returnCode ?? 0)
  }

  private admitted(returnCode: number): void {
    if (returnCode !== 0) {
      if (badCredentials.has(returnCode)) this.events.onRefused?.(returnCode)
      this.wire?.destroy()
      return
    }
    this.ticket?.cancel()
    this.state = 'online'
    this.attempt = 0
    this.former = undefined
    if (this.options.subscribes ?? true) this.subscribe()
    for (const [messageId, { topic, payload }] of this.outbox.entries())
      this.wire?.send(publishOf(topic, payload, { messageId, dup: true }))
    this.keepAlive()
    this.events.onOnline?.()
  }

  private subscribe(): void {
    const subscriptions = listensTo.map((name) => ({ topic: topicOf(name, this.code), qos: 1 as const }))
    this.wire?.send({ cmd: 'subscribe', messageId: this.outbox.freeId(), subscriptions })
  }

  private keepAlive(): void {
    const seconds = this.keepAliveSeconds()
    if (seconds === 0) return
    this.ping = this.options.wheel.after(seconds * 800, () => {
      this.wire?.send({ cmd: 'pingreq' })
      this.keepAlive()
    })
  }

  private hear(packet: IPublishPacket): void {
    const topic = readTopic(packet.topic)
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    if (topic?.code === this.code) this.events.onMessage?.(topic.name, payload)
    if (packet.qos === 1 && !this.holdsAcknowledgements)
      this.wire?.send({ cmd: 'puback', messageId: packet.messageId ?? 0 })
  }

  private closed(wire: Wire, reason: string): void {
    if (wire !== this.wire) return
    this.wire = undefined
    if (this.state === 'connecting') this.despair()
    this.state = 'away'
    this.ticket?.cancel()
    this.ping?.cancel()
    this.events.onOffline?.(reason)
    if (!this.isWanted || !this.options.reconnects) return
    this.ticket = this.options.wheel.after(backoffMs(this.attempt, this.random), () => this.connect())
    this.attempt += 1
  }

  private despair(): void {
    if (!this.former || ++this.strangers < mostStrangers) return
    this.url = this.former
    this.former = undefined
    this.events.onReturned?.()
  }
}

const publishOf = (
  topic: string,
  payload: Buffer,
  { messageId, dup }: { messageId: number; dup: boolean },
): Packet => ({
  cmd: 'publish',
  qos: 1,
  retain: false,
  topic,
  payload,
  messageId,
  dup,
})
