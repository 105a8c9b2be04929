import type { Aedes, Client, ConnectPacket } from 'aedes'
import type { Socket } from 'node:net'

/** The parts of an Aedes client that its types leave out, and that reading at our own pace needs. */
interface Inside {
  id: string
  clean: boolean
  version: number
  will: ConnectPacket['will'] | null
  connecting: boolean
  connected: boolean
  connackSent: boolean
  _authorized: boolean
  _keepaliveInterval: number
  conn: Socket
  _parsingBatch: number
  _keepaliveTimer: NodeJS.Timeout | null
  _parser: Parser
  pause(): void
  resume(): void
}

interface Registering {
  /** Closes an older session of the same client first. */
  registerClient(client: Client): void
}

interface Parser {
  parse(bytes: Buffer): number
  on(event: 'packet', hear: (packet: { cmd: string; messageId?: number }) => void): void
  packet: { length: number }
  client: Client
}

const inside = (client: Client) => client as unknown as Inside

/**
 * Aedes counts a packet as being handled until its callback returns, and reads on only when none is. A message held
 * until the commit must not stop the pings behind it, so it is taken out of that count at once; how far a
 * connection reads ahead is decided by pause and resume alone.
 */
export function holdPacket(client: Client): void {
  inside(client)._parsingBatch--
}

export function pauseReading(client: Client): void {
  inside(client).pause()
}

export function resumeReading(client: Client): void {
  // Callbacks that ran while paused did not count down: start from a clean count, or reading never begins again.
  inside(client)._parsingBatch = 1
  inside(client).resume()
}

/** While we do not read, its pings cannot reach us: that silence is not the device's fault. */
export function keepAlive(client: Client): void {
  inside(client)._keepaliveTimer?.refresh()
}

const CONNACK = 0x20
/** MQTT's own tolerance: one and a half times the keep-alive. */
const PATIENCE_A_SECOND_MS = 1_500

/**
 * Lets an admitted client in. Aedes' own way there looks for stored subscriptions, wills and queued messages, of which a
 * clean session has none, and costs half of a connection's processor time and most of its garbage.
 */
export function letIn(broker: Aedes, client: Client, packet: ConnectPacket): void {
  const hidden = inside(client)
  Object.assign(hidden, {
    id: packet.clientId,
    clean: true,
    version: packet.protocolVersion,
    will: packet.will ?? null,
  })
  hidden._authorized = true
  if (packet.keepalive) {
    hidden._keepaliveInterval = packet.keepalive * PATIENCE_A_SECOND_MS + 1
    const expire = () => client.emit('error', new Error('keep alive timeout'))
    hidden._keepaliveTimer = setTimeout(expire, hidden._keepaliveInterval)
  }
  ;(broker as unknown as Registering).registerClient(client)
  hidden.conn.write(Buffer.of(CONNACK, 2, 0, 0))
  hidden.connackSent = true
  hidden.connecting = false
  hidden.connected = true
  client.emit('connected')
  resumeReading(client)
}

/** Says why a client is not let in, and closes. */
export function turnAway(client: Client, returnCode: number): void {
  inside(client).conn.write(Buffer.of(CONNACK, 2, 0, returnCode))
  setImmediate(() => client.close())
}

const MOST_UNREAD_BYTES = 1 << 20

/** Writes PUBACKs in one piece; a client that never reads them is closed. */
export function writeAcks(client: Client, messageIds: readonly number[]): void {
  const { conn } = inside(client)
  if (conn.writableLength > MOST_UNREAD_BYTES) {
    conn.destroy()
    return
  }
  const bytes = Buffer.allocUnsafe(messageIds.length * 4)
  for (let i = 0; i < messageIds.length; i++) {
    bytes.writeUInt16BE(0x4002, i * 4)
    bytes.writeUInt16BE(messageIds[i] ?? 0, i * 4 + 2)
  }
  conn.write(bytes)
}

/** PUBLISH with QoS 1. */
const PUBLISH = 0x32

/**
 * Writes a message to one client, numbered by us: Aedes knows no way to learn of its acknowledgement, as it keeps
 * nothing of clean sessions.
 */
export function writeMessage(
  client: Client,
  { topic, payload, messageId }: { topic: string; payload: Buffer; messageId: number },
): void {
  const { conn } = inside(client)
  if (conn.writableLength > MOST_UNREAD_BYTES) {
    conn.destroy()
    return
  }
  const name = Buffer.from(topic)
  const head = [PUBLISH]
  for (let rest = 2 + name.length + 2 + payload.length; ; rest >>>= 7) {
    head.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest)
    if (rest <= 0x7f) break
  }
  const numbers = Buffer.allocUnsafe(4)
  numbers.writeUInt16BE(name.length, 0)
  numbers.writeUInt16BE(messageId, 2)
  conn.write(Buffer.concat([Buffer.from(head), numbers.subarray(0, 2), name, numbers.subarray(2), payload]))
}

/** Hears which of our messages the client acknowledges. */
export function hearAcks(client: Client, hear: (messageId: number) => void): void {
  inside(client)._parser.on('packet', ({ cmd, messageId }) => {
    if (cmd === 'puback' && messageId !== undefined) hear(messageId)
  })
}

const MOST_PACKET_BYTES = 1 << 20

/** Refuses a packet by its announced length, before its bytes are gathered. */
export function limitPackets(client: Client): void {
  inside(client)._parser.parse = parseWithinLimit
}

function parseWithinLimit(this: Parser, bytes: Buffer): number {
  const left = (Object.getPrototypeOf(this) as Parser).parse.call(this, bytes)
  if (this.packet.length > MOST_PACKET_BYTES) inside(this.client).conn.destroy()
  return left
}
