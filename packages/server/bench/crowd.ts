import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { deviceCode, secretOf } from './orders.ts'
import {
  answerPackets,
  connectPacket,
  disconnectPacket,
  fill,
  packetType,
  readPackets,
  subscribePacket,
} from './packets.ts'
import type { Template } from './packets.ts'

const ring = 256
const keepAliveSeconds = 1_200

export interface MemberEvents {
  onAdmitted(member: Member): void
  onClosed(member: Member): void
  /** `dueAt`: when the message was to be sent. */
  onAcknowledged(member: Member, dueAt: number): void
}

/** One connected device. */
export class Member {
  readonly code: string
  /** Messages on their way. */
  held = 0
  /** Commands and upgrades are subscribed to. */
  isListening = false
  private readonly socket: Socket
  private readonly events: MemberEvents
  private readonly dueAt = new Float64Array(ring)
  private rest: Buffer | undefined
  private nextId = 0
  private lastTs = 0

  constructor(number: number, { port, host }: { port: number; host: string }, events: MemberEvents) {
    this.code = deviceCode(number)
    this.events = events
    this.socket = createConnection({ port, host: '127.0.0.1', localAddress: host, noDelay: true }, () =>
      this.socket.write(connectPacket(this.code, secretOf(this.code), keepAliveSeconds)),
    )
    this.socket.on('data', (bytes: Buffer) => this.read(bytes))
    this.socket.on('error', () => undefined)
    this.socket.once('close', () => events.onClosed(this))
  }

  get isFull(): boolean {
    return this.held >= ring - 1
  }

  /** Sends one message for each template, in one piece. */
  send(templates: readonly Template[], dueAt: number): void {
    const bytes = Buffer.allocUnsafe(templates.reduce((sum, template) => sum + template.bytes.length, 0))
    let at = 0
    for (const template of templates) {
      this.lastTs = Math.max(Date.now(), this.lastTs + 1)
      const id = (this.nextId++ % 65_535) + 1
      this.dueAt[id % ring] = dueAt
      at = fill(template, bytes, { at, code: this.code, id, ts: this.lastTs })
    }
    this.held += templates.length
    this.socket.write(bytes)
  }

  leave(): void {
    this.socket.end(disconnectPacket)
  }

  private read(bytes: Buffer): void {
    const all = this.rest ? Buffer.concat([this.rest, bytes]) : bytes
    const rest = readPackets(all, (type, value, body) => this.hear(type, value, body))
    this.rest = rest.length > 0 ? rest : undefined
  }

  private hear(type: number, value: number, body: Buffer): void {
    if (type === packetType.puback) {
      this.held--
      this.events.onAcknowledged(this, this.dueAt[value % ring] ?? 0)
    } else if (type === packetType.publish) this.answer(body)
    else if (type === packetType.suback) this.isListening = true
    else if (type === packetType.connack) this.admitted(value)
  }

  private answer(command: Buffer): void {
    const id = (this.nextId++ % 65_535) + 1
    this.dueAt[id % ring] = performance.now()
    this.held++
    this.socket.write(answerPackets(this.code, command, id))
  }

  private admitted(answer: number): void {
    if (answer !== 0) {
      this.socket.destroy()
      return
    }
    this.socket.write(subscribePacket(this.code))
    this.events.onAdmitted(this)
  }
}
