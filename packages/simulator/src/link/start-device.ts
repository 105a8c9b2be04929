import type {
  AlarmReport,
  Command,
  CommandReply,
  EventReport,
  Info,
  Telemetry,
  TopicName,
  UpgradeOrder,
  UpgradeProgress,
} from '@wattkeeper/contracts/link'
import { Wheel } from '../wheel.ts'
import { DeviceLink } from './device-link.ts'
import { parseCommand, parseUpgrade } from './parse.ts'

export interface DeviceOptions {
  /** Of the broker: `mqtt://127.0.0.1:1883` */
  readonly url: string
  readonly code: string
  readonly secret: string
  readonly keepAliveSeconds?: number
  readonly reconnects?: boolean
  readonly subscribes?: boolean
  /** Shared by many devices of a bench; a device without one brings its own. */
  readonly wheel?: Wheel
  /** Answers commands; without it a device stays silent. */
  readonly onCommand?: (command: Command, device: Device) => void
  readonly onUpgrade?: (order: UpgradeOrder, device: Device) => void
}

interface Payloads {
  telemetry: Telemetry
  alarms: AlarmReport | AlarmReport[]
  events: EventReport | EventReport[]
  info: Info
  reply: CommandReply
  progress: UpgradeProgress
}

/** A device under somebody's control: what tests and the bench connect with. */
export interface Device {
  readonly code: string
  readonly isOnline: boolean
  readonly unacknowledged: number
  /** What the platform has sent, oldest first. */
  readonly commands: readonly Command[]
  readonly upgrades: readonly UpgradeOrder[]
  /** Resolves when the platform has acknowledged. Said again after a break until then. */
  publish<Name extends keyof Payloads>(name: Name, payload: Payloads[Name]): Promise<void>
  /** The same without a promise: one closure a message, for the bench. */
  send(name: TopicName, payload: unknown, onAcknowledged?: () => void): void
  /** Bytes as they are, on a topic of the protocol. */
  publishBytes(topic: string, payload: Buffer): Promise<void>
  /** Bytes on any topic, once: the platform may close the connection over them. */
  sendOnce(topic: string, payload: Buffer): void
  /** Bytes that need not be MQTT. */
  sendRaw(bytes: Uint8Array): void
  holdAcknowledgements(isHeld: boolean): void
  /** Resolves once connected; rejects with the reason when refused or closed. */
  connect(): Promise<void>
  /** Says goodbye. */
  disconnect(): Promise<void>
  /** Pulls the plug. Without `reconnects` it stays away until `connect`. */
  cut(): Promise<void>
  /** Keeps the connection and goes silent: no reading, no pings. */
  freeze(): void
  /** Forgets what was not acknowledged. */
  forget(): void
  /** Resolves with the next command, or with the oldest not yet taken. */
  nextCommand(): Promise<Command>
  stop(): Promise<void>
}

/** Connects a device; rejects when the platform refuses it. */
export async function startDevice(options: DeviceOptions): Promise<Device> {
  const device = controlled(options)
  await device.connect()
  return device
}

function controlled(options: DeviceOptions): Device {
  const wheel = options.wheel ?? new Wheel()
  if (!options.wheel) wheel.start()
  const inbox = new Inbox(options)
  const waiters = new Waiters()
  const link = new DeviceLink(
    { ...options, wheel },
    {
      onOnline: () => waiters.online(),
      onOffline: (reason) => waiters.offline(reason),
      onRefused: (code) => waiters.refused(code),
      onMessage: (name, payload) => inbox.receive(name, payload, device),
    },
  )
  const acknowledged = (say: (done: () => void) => void) => new Promise<void>((resolve) => say(resolve))
  const leave = (how: () => void) => (link.isOnline ? waiters.untilOffline(how) : Promise.resolve(how()))
  const device: Device = {
    code: link.code,
    commands: inbox.commands,
    upgrades: inbox.upgrades,
    get isOnline() {
      return link.isOnline
    },
    get unacknowledged() {
      return link.unacknowledged
    },
    publish: (name, payload) => acknowledged((done) => link.send(name, payload, done)),
    send: (name, payload, onAcknowledged) => link.send(name, payload, onAcknowledged),
    publishBytes: (topic, payload) => acknowledged((done) => link.sendBuffer(topic, payload, done)),
    sendOnce: (topic, payload) => link.sendOnce(topic, payload),
    sendRaw: (bytes) => link.sendBytes(bytes),
    holdAcknowledgements: (isHeld) => (link.holdsAcknowledgements = isHeld),
    connect: () => (link.isOnline ? Promise.resolve() : waiters.untilOnline(() => link.connect())),
    disconnect: () => leave(() => link.disconnect()),
    cut: () => leave(() => link.cut()),
    freeze: () => link.freeze(),
    forget: () => link.forget(),
    nextCommand: () => inbox.next(),
    stop: async () => {
      await leave(() => link.disconnect())
      if (!options.wheel) wheel.stop()
    },
  }
  return device
}

class Inbox {
  readonly commands: Command[] = []
  readonly upgrades: UpgradeOrder[] = []
  private readonly options: DeviceOptions
  private taken = 0
  private waiting: ((command: Command) => void)[] = []

  constructor(options: DeviceOptions) {
    this.options = options
  }

  receive(name: TopicName, payload: Buffer, device: Device): void {
    const command = name === 'commands' ? parseCommand(payload) : undefined
    const order = name === 'upgrade' ? parseUpgrade(payload) : undefined
    if (order) {
      this.upgrades.push(order)
      this.options.onUpgrade?.(order, device)
    }
    if (!command) return
    this.commands.push(command)
    this.hand()
    this.options.onCommand?.(command, device)
  }

  next(): Promise<Command> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      this.hand()
    })
  }

  private hand(): void {
    const command = this.commands[this.taken]
    if (!command) return
    const resolve = this.waiting.shift()
    if (!resolve) return
    this.taken += 1
    resolve(command)
  }
}

class Waiters {
  private reason = ''
  private onlines: { resolve: () => void; reject: (error: Error) => void }[] = []
  private offlines: (() => void)[] = []

  untilOnline(begin: () => void): Promise<void> {
    this.reason = ''
    return new Promise((resolve, reject) => {
      this.onlines.push({ resolve, reject })
      begin()
    })
  }

  untilOffline(begin: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.offlines.push(resolve)
      begin()
    })
  }

  online(): void {
    for (const { resolve } of this.onlines.splice(0)) resolve()
  }

  refused(returnCode: number): void {
    this.reason = `refused with return code ${returnCode}`
  }

  offline(reason: string): void {
    const error = new Error(this.reason || reason)
    for (const { reject } of this.onlines.splice(0)) reject(error)
    for (const resolve of this.offlines.splice(0)) resolve()
  }
}
