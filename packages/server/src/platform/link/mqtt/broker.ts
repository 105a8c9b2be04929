import { Aedes } from 'aedes'
import type { Client, ConnectPacket, PublishPacket, Subscription } from 'aedes'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Claim, Dialect, Host, Outgoing } from '../dialect.ts'
import { listenOn } from './listening.ts'
import { hearAcks, holdPacket, letIn, limitPackets, pauseReading, turnAway } from './inside.ts'
import { MqttSession } from './session.ts'

export interface MqttOptions {
  port: number
  address?: string
  /** A second port for encrypted connections. */
  tls?: { port: number; cert: Buffer; key: Buffer }
  /** The topic of a message, read: whose it is and its place among the topics; undefined for any other. */
  route(topic: string): { name: string; topic: number } | undefined
  /** Whether the sender of this name may subscribe to a topic filter. */
  mayListen(name: string, filter: string): boolean
}

const WRONG_PROTOCOL = 1
const SERVER_UNAVAILABLE = 3
const BAD_CREDENTIALS = 4
const NOT_AUTHORIZED = 5

/** MQTT 3.1.1 by the embedded broker: QoS 1, acknowledged when the host says so, each sender within its own topics. */
export async function startMqtt(host: Host, options: MqttOptions): Promise<Dialect> {
  const broker = new MqttBroker(host, options)
  await broker.listen()
  return broker
}

class MqttBroker implements Dialect {
  private readonly aedes: Aedes
  private readonly servers: Server[]
  private readonly host: Host
  private readonly options: MqttOptions
  private readonly sessions = new Map<Client, MqttSession>()
  private readonly byName = new Map<string, MqttSession>()
  private isQuiet = false

  constructor(host: Host, options: MqttOptions) {
    this.host = host
    this.options = options
    this.aedes = new Aedes({
      drainTimeout: 30_000,
      maxTopicLevels: 8,
      queueLimit: 256,
      maxInflightInbound: 64,
    })
    const accept = (socket: Socket) => this.accept(socket)
    this.servers = [createServer({ noDelay: true }, accept)]
    if (options.tls) this.servers.push(createTlsServer(options.tls, accept))
  }

  get port(): number {
    return (this.servers[0]?.address() as AddressInfo).port
  }

  async listen(): Promise<void> {
    this.plug()
    await this.aedes.listen()
    const [plain, secure] = this.servers
    if (plain) await listenOn(plain, this.options.port, this.options.address)
    if (secure && this.options.tls) await listenOn(secure, this.options.tls.port, this.options.address)
  }

  send(sender: string, { topic, payload, onDelivered }: Outgoing): boolean {
    const session = this.byName.get(sender)
    if (!session || session.isClosed || !session.hears(topic)) return false
    // Straight to the one client: nobody else may listen to its topics, and an offline device gets nothing queued.
    session.publish(topic, Buffer.from(payload), onDelivered)
    return true
  }

  drop(sender: string): void {
    this.byName.get(sender)?.close()
  }

  async quiesce(): Promise<void> {
    this.isQuiet = true
    for (const session of this.sessions.values()) session.pause()
    for (const server of this.servers) server.close()
  }

  async close(): Promise<void> {
    this.isQuiet = true
    for (const server of this.servers) server.close()
    await new Promise<void>((resolve) => this.aedes.close(() => resolve()))
  }

  private plug(): void {
    const { aedes } = this
    // Its own way of letting clients in is not taken: the callback is never called.
    aedes.preConnect = (client, packet) => this.receive(client, packet)
    aedes.authorizePublish = (client, packet, done) => this.takeMessage(client, packet, done)
    aedes.authorizeSubscribe = (client, subscription, done) =>
      done(null, this.mayListen(client, subscription) ? subscription : null)
    // What devices say goes to the database and to nobody else: no retained copy, no queue, no emitter.
    aedes.publish = (_packet: PublishPacket, ...rest: unknown[]) =>
      (rest.at(-1) as (() => void) | undefined)?.()
    aedes.on('clientDisconnect', (client) => this.forget(client))
    aedes.on('unsubscribe', (filters, client) => {
      for (const filter of filters) this.sessions.get(client)?.filters.delete(filter)
    })
  }

  private accept(socket: Socket): void {
    const client = this.aedes.handle(socket)
    limitPackets(client)
    hearAcks(client, (messageId) => this.sessions.get(client)?.delivered(messageId))
    // Aedes forgets a client whose socket closes while it is being let in; a second later its will has been left too.
    socket.once('close', () => setTimeout(() => this.forget(client), 1_000).unref())
  }

  private receive(client: Client, packet: ConnectPacket): void {
    pauseReading(client)
    const { clientId, username: name, password: secret } = packet
    if (this.isQuiet) turnAway(client, SERVER_UNAVAILABLE)
    else if (packet.protocolVersion !== 3 && packet.protocolVersion !== 4) turnAway(client, WRONG_PROTOCOL)
    else if (!name || !secret || clientId !== name) turnAway(client, BAD_CREDENTIALS)
    else if (!this.mayLeaveWill(name, packet)) turnAway(client, NOT_AUTHORIZED)
    else void this.admit(client, packet, { name, secret })
  }

  private async admit(client: Client, packet: ConnectPacket, claim: Claim): Promise<void> {
    const admission = await this.host.admit(claim)
    if (admission.verdict !== 'welcome') {
      turnAway(client, admission.verdict === 'refused' ? BAD_CREDENTIALS : SERVER_UNAVAILABLE)
      return
    }
    const session = new MqttSession(client, { ...admission, name: claim.name })
    if (client.closed || this.isQuiet) {
      session.isClosed = true
      this.host.left(session)
      client.close()
      return
    }
    this.sessions.set(client, session)
    this.byName.set(claim.name, session)
    letIn(this.aedes, client, packet)
  }

  private mayLeaveWill(name: string, { will }: ConnectPacket): boolean {
    return !will || (!will.retain && this.options.route(will.topic)?.name === name)
  }

  private mayListen(client: Client, { topic }: Subscription): boolean {
    const session = this.sessions.get(client)
    if (!session || !this.options.mayListen(session.name, topic)) return false
    session.filters.add(topic)
    this.host.listens(session)
    return true
  }

  private takeMessage(client: Client | null, packet: PublishPacket, done: Done): void {
    const session = client && this.sessions.get(client)
    if (!session) {
      done(new Error('no session'))
      return
    }
    const route = this.options.route(packet.topic)
    if (!route || route.name !== session.name || packet.retain) {
      // Answering with an error closes the connection, as MQTT 3.1.1 has no other way to refuse a message.
      done(new Error(packet.retain ? 'retained messages are refused' : 'a foreign topic is refused'))
      return
    }
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    if (packet.qos === 1 && packet.messageId !== undefined) {
      holdPacket(client)
      this.host.take({ session, topic: route.topic, payload, tag: packet.messageId })
      return
    }
    if (packet.qos === 0) done()
    this.host.take({ session, topic: route.topic, payload, tag: () => packet.qos > 0 && done() })
  }

  private forget(client: Client): void {
    const session = this.sessions.get(client)
    if (!session) return
    this.sessions.delete(client)
    if (this.byName.get(session.name) === session) this.byName.delete(session.name)
    session.isClosed = true
    this.host.left(session)
  }
}

type Done = (error?: Error | null) => void
