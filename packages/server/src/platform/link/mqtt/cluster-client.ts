import { type ISubscriptionMap, type MqttClient, connect, connectAsync } from 'mqtt'

export interface ClusterClientOptions {
  /** `mqtt://user:password@broker.example.com:1883`, or `mqtts://` */
  readonly url: string
  /** The same after a restart: the broker then goes on where this client stood. */
  readonly clientId: string
  readonly filters: readonly string[]
  /** Unacknowledged messages at a time: the broker holds the others back. */
  readonly receiveMaximum?: number
  readonly onMessage: (message: ClusterMessage) => void
  readonly onState: (isConnected: boolean, reason?: string) => void
}

export interface ClusterMessage {
  readonly topic: string
  readonly payload: Buffer
  /** Tells the broker that it may forget the message; nothing when the connection it came by is gone: it comes again. */
  acknowledge(): void
}

/** How long the broker keeps what was not acknowledged for a client that is away. */
const SESSION_SECONDS = 3_600
const RECEIVE_MAXIMUM = 4_000
const RECONNECT_MS = 1_000
const PATIENCE_MS = 60_000
const TAKE_OVER_MS = 5_000

/** What the library keeps to itself, and acknowledging at one's own time needs. */
interface Inside {
  _sendPacket(packet: { cmd: 'puback'; messageId: number; reasonCode: 0 }): void
}

/** A client of somebody's broker by MQTT 5, which acknowledges a message when it is told to and reads on meanwhile. */
export class ClusterClient {
  private readonly client: MqttClient
  private readonly filters: readonly string[]
  /** Counts connections: numbers of messages mean nothing in the next one. */
  private connection = 0
  /** Of this connection. */
  private unacknowledged = 0
  /** Goes on reading, once there is room. */
  private resume: (() => void) | undefined
  private readonly ready: PromiseWithResolvers<void> = Promise.withResolvers()

  private constructor(options: ClusterClientOptions) {
    const { url, clientId, filters, receiveMaximum = RECEIVE_MAXIMUM, onMessage, onState } = options
    this.filters = filters
    this.client = connect(url, {
      protocolVersion: 5,
      clientId,
      clean: false,
      keepalive: 15,
      reconnectPeriod: RECONNECT_MS,
      resubscribe: false,
      properties: { sessionExpiryInterval: SESSION_SECONDS, receiveMaximum },
    })
    this.client.on('connect', () => {
      this.connection++
      // What a client listens to outlives its connection, unless the broker has lost it, as Mosquitto 2.0.11 does with
      // shared subscriptions: asking again is harmless.
      this.subscribe().then(
        () => onState(true),
        (error: unknown) => onState(false, String(error)),
      )
    })
    this.client.on('close', () => {
      this.connection++
      this.unacknowledged = 0
      this.resume = undefined
      onState(false, 'the connection is closed')
    })
    this.client.on('error', (error) => onState(false, error.message))
    this.client.handleMessage = (packet, read) => {
      const { connection } = this
      const { topic, payload, qos, messageId } = packet
      let isOwed = qos === 1 && messageId !== undefined
      if (isOwed) this.unacknowledged++
      const acknowledge = () => {
        if (!isOwed || messageId === undefined || connection !== this.connection) return
        isOwed = false
        ;(this.client as unknown as Inside)._sendPacket({ cmd: 'puback', messageId, reasonCode: 0 })
        this.unacknowledged--
        if (this.unacknowledged <= receiveMaximum) this.resume?.()
      }
      onMessage({ topic, payload: Buffer.from(payload), acknowledge })
      this.resume = () => {
        this.resume = undefined
        // An error keeps the library from acknowledging by itself; it reads on all the same.
        read(new Error('acknowledged later'))
      }
      // Mosquitto 2.0.11 sends more than it was told, once it has been acknowledged something: the rest stays with it.
      if (this.unacknowledged <= receiveMaximum) this.resume()
    }
  }

  /** Resolves once it hears what it asked for. */
  static async open(options: ClusterClientOptions): Promise<ClusterClient> {
    const client = new ClusterClient(options)
    const late = setTimeout(
      () => client.ready.reject(new Error(`The broker at ${new URL(options.url).host} does not let us in`)),
      PATIENCE_MS,
    )
    try {
      await client.ready.promise
      return client
    } catch (error) {
      client.client.end(true)
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  /**
   * Ends whatever connection the broker holds under this name: of two that go by one name MQTT keeps the later, which
   * leaves at once and leaves nothing behind.
   */
  static async takeOver(url: string, clientId: string): Promise<void> {
    const client = await connectAsync(url, {
      ...{ protocolVersion: 5, clientId, clean: true, reconnectPeriod: 0 },
      connectTimeout: TAKE_OVER_MS,
      properties: { sessionExpiryInterval: 0 },
    })
    await client.endAsync()
  }

  /** False while the broker is away; nothing is kept for later. */
  publish(
    topic: string,
    payload: string,
    { validForSeconds }: { readonly validForSeconds: number },
  ): boolean {
    if (!this.client.connected) return false
    const properties = { messageExpiryInterval: validForSeconds }
    this.client.publish(topic, payload, { qos: 1, properties }, () => undefined)
    return true
  }

  /** Hears nothing new from now on; what has come may still be acknowledged. */
  async quiesce(): Promise<void> {
    if (this.client.connected) await this.client.unsubscribeAsync([...this.filters])
  }

  /** The broker keeps what it still had for this client, which comes back under its name. */
  async close(): Promise<void> {
    await this.client.endAsync(!this.client.connected, { reasonCode: 0 })
  }

  private async subscribe(): Promise<void> {
    const wanted = Object.fromEntries(this.filters.map((filter) => [filter, { qos: 1 as const }]))
    // The option stands beside the topics, which the type does not know.
    const granted = await this.client.subscribeAsync({ ...wanted, resubscribe: true } as ISubscriptionMap)
    const refused = granted.find(({ qos }) => qos >= 128)
    if (refused) throw new Error(`The broker does not let us hear ${refused.topic}`)
    this.ready.resolve()
  }
}
