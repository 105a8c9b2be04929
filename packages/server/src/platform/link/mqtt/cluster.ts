import type { Arrival, Dialect, Outgoing, Session, Tag } from '../dialect.ts'
import { ClusterClient, type ClusterMessage } from './cluster-client.ts'

/** What the process that runs it decides about devices that speak through a broker of the operator's own. */
export interface ClusterHost {
  /**
   * Who these names are; those of nobody are missing. A device that was offline is online from now on. Rejects while
   * the database is away.
   */
  meet(names: readonly string[]): Promise<ReadonlyMap<string, Sender>>
  /** What a device, or its will, says of its connection; resolves once it is recorded. */
  status(status: ClusterStatus): Promise<void>
  /** A session is to end, whoever holds it: `end` takes its connection away. */
  dropped(name: string, end: () => Promise<void>): Promise<void>
  take(message: Arrival): void
}

export interface Sender {
  readonly id: number
  readonly epoch: number
}

export interface ClusterStatus {
  readonly name: string
  readonly payload: Buffer
}

export interface ClusterOptions {
  readonly url: string
  readonly clientId: string
  /** Topic filters of all that devices say. */
  readonly filters: readonly string[]
  /** As in MqttOptions. */
  readonly route: (topic: string) => { name: string; topic: number } | undefined
  /** The name of the device whose connection a topic is about. */
  readonly statusOf: (topic: string) => string | undefined
  readonly onState: (isConnected: boolean, reason?: string) => void
  readonly onError: (error: unknown) => void
}

/** A command goes out again after ten seconds: an older sending must not arrive after that. */
const VALID_SECONDS = 10
const RETRY_MS = 500
const MOST_NAMES = 500

interface Unmet {
  readonly place: number
  readonly message: ClusterMessage
}

/** Devices behind MQTT brokers of the operator's own; as many processes as there are share what they say. */
export class ClusterDialect implements Dialect {
  readonly port = 0
  private readonly host: ClusterHost
  private readonly options: ClusterOptions
  private readonly members = new Map<string, Member>()
  private readonly unmet = new Map<string, Unmet[]>()
  private client: ClusterClient | undefined
  private meeting: Promise<void> | undefined
  private isClosed = false

  constructor(host: ClusterHost, options: ClusterOptions) {
    this.host = host
    this.options = options
  }

  async join(): Promise<void> {
    const { url, clientId, filters, onState } = this.options
    this.client = await ClusterClient.open({
      ...{ url, clientId, onState },
      filters: filters.map((filter) => `$share/wattkeeper/${filter}`),
      onMessage: (message) => this.hear(message),
    })
  }

  /** Nobody knows here whether the device listens: its answer tells. */
  send(_sender: string, { topic, payload }: Outgoing): boolean {
    return this.client?.publish(topic, payload, { validForSeconds: VALID_SECONDS }) ?? false
  }

  /** The broker holds the connection, and ends it for one of the same name. Who comes again is asked for its secret. */
  drop(name: string): void {
    this.members.delete(name)
    const end = () => ClusterClient.takeOver(this.options.url, name)
    void this.host.dropped(name, end).catch(this.options.onError)
  }

  /** What was known of these devices may be outdated: they are met anew when they speak. */
  forget(ids: Iterable<number>): void {
    const gone = new Set(ids)
    for (const [name, { id }] of this.members) if (gone.has(id)) this.members.delete(name)
  }

  forgetAll(): void {
    this.members.clear()
  }

  async quiesce(): Promise<void> {
    await this.client?.quiesce().catch(this.options.onError)
    await this.meeting
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.client?.close().catch(this.options.onError)
  }

  private hear(message: ClusterMessage): void {
    const about = this.options.statusOf(message.topic)
    if (about !== undefined) {
      this.members.delete(about)
      void this.status({ name: about, payload: message.payload }, message)
      return
    }
    const route = this.options.route(message.topic)
    if (!route) return message.acknowledge()
    const member = this.members.get(route.name)
    if (member) return this.take(member, { place: route.topic, message })
    const waiting = this.unmet.get(route.name)
    if (waiting) waiting.push({ place: route.topic, message })
    else this.unmet.set(route.name, [{ place: route.topic, message }])
    this.meeting ??= this.meet().finally(() => (this.meeting = undefined))
  }

  private take(session: Member, { place, message }: Unmet): void {
    const tag: Tag = () => message.acknowledge()
    this.host.take({ session, topic: place, payload: message.payload, tag })
  }

  /** Many names in one question; what they said waits for the answer, and is not acknowledged meanwhile. */
  private async meet(): Promise<void> {
    // One turn of the loop gathers what a burst brings at once.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.unmet.size > 0 && !this.isClosed) {
      const names = [...this.unmet.keys()].slice(0, MOST_NAMES)
      try {
        const known = await this.host.meet(names)
        for (const name of names) this.welcome(name, known.get(name))
      } catch (error) {
        this.options.onError(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  private welcome(name: string, sender: Sender | undefined): void {
    const said = this.unmet.get(name) ?? []
    this.unmet.delete(name)
    if (!sender) {
      // Its broker should not have let it in; there is nobody whose rows it could become.
      for (const { message } of said) message.acknowledge()
      return
    }
    const member = new Member(name, sender)
    this.members.set(name, member)
    for (const each of said) this.take(member, each)
  }

  private async status(status: ClusterStatus, message: ClusterMessage): Promise<void> {
    while (!this.isClosed) {
      try {
        await this.host.status(status)
        return message.acknowledge()
      } catch (error) {
        this.options.onError(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }
}

/** A device as far as one process knows it: the connection is the broker's, and so is its pace. */
class Member implements Session {
  readonly id: number
  readonly name: string
  readonly epoch: number
  readonly isClosed = false
  held = 0

  constructor(name: string, { id, epoch }: Sender) {
    this.id = id
    this.name = name
    this.epoch = epoch
  }

  hears(): boolean {
    return true
  }

  acknowledge(tags: readonly Tag[]): void {
    for (const tag of tags) if (typeof tag === 'function') tag()
  }

  // How much comes unacknowledged is agreed with the broker, for all devices together.
  pause(): void {}
  resume(): void {}
  close(): void {}
}
