import type { Info, TopicName } from '@wattkeeper/contracts/link'
import type { AlarmWords } from './alarms/words.ts'
import { Answers } from './answers.ts'
import type { Body } from './bodies.ts'
import { Deliveries } from './deliveries.ts'
import type { Line } from './deliveries.ts'
import type { LinkEvents } from './link/device-link.ts'
import { parseCommand, parseUpgrade } from './link/parse.ts'
import type { Journal, LogTrouble } from './logs.ts'
import type { Machine, ParamValue } from './machines/machine.ts'
import { type CommandTrouble, Mischief } from './mischief.ts'
import { carryOut } from './orders.ts'
import type { Random } from './random.ts'
import { Reporting, fastMs } from './reporting.ts'
import { Screen } from './screen.ts'
import type { UpgradeTrouble } from './upgrade-trouble.ts'
import { type Return, Upgrades } from './upgrades.ts'
import type { Ticket, Wheel } from './wheel.ts'

export interface DeviceParts {
  readonly code: string
  readonly body: Body
  readonly wheel: Wheel
  readonly random: Random
  /** Reports every 10 s from the start. */
  readonly uploads: boolean
  readonly openLine: (events: LinkEvents) => Line
  /** The platform knows no such code with this secret. */
  readonly onRefused?: () => void
  readonly logTrouble?: LogTrouble | undefined
  readonly commandTrouble?: CommandTrouble | undefined
  readonly upgradeTrouble?: UpgradeTrouble | undefined
  /** Its screen, if it has one, plays something else now. */
  readonly onScreen?: (names: readonly string[]) => void
}

/** The platform's own address, as the device knows it. */
const addressParam = '02121011'
/** First the answer leaves, then the device. */
const moveAfterMs = 2_000
const restartMs: readonly [number, number] = [3_000, 8_000]

/** A device: a machine that measures itself, and says so over a line that comes and goes. */
export class Device {
  readonly code: string
  readonly machine: Machine
  readonly boards: Body['boards']
  readonly line: Line
  readonly random: Random
  readonly reporting: Reporting
  readonly screen: Screen | undefined
  logTrouble: LogTrouble | undefined
  upgradeTrouble: UpgradeTrouble | undefined
  readonly mischief: Mischief
  /** How far its own clock is off. */
  clockOffsetMs = 0
  private readonly body: Body
  private readonly deliveries: Deliveries
  private readonly answers: Answers
  private readonly upgrades: Upgrades
  private readonly wheel: Wheel
  private saidAlarms: AlarmWords = {}
  private saidUrgent: string | undefined
  private formerAddress: ParamValue | undefined
  private hasPower = true
  /** What new firmware has broken. */
  private broken: AlarmWords = {}
  private ticket: Ticket | undefined

  constructor(parts: DeviceParts) {
    const { code, body, wheel, random, uploads, openLine, onRefused, logTrouble, onScreen } = parts
    this.code = code
    this.body = body
    this.machine = body.machine
    this.boards = body.boards
    this.wheel = wheel
    this.random = random
    this.logTrouble = logTrouble
    this.upgradeTrouble = parts.upgradeTrouble
    const hasScreen = body.machine.parts.some(({ partType }) => partType === 'ads')
    this.screen = hasScreen ? new Screen(this.wait, (names) => onScreen?.(names)) : undefined
    this.reporting = new Reporting(body.boards, { isFast: uploads, phase: random.next() })
    this.line = openLine({
      onOnline: () => this.cameOnline(),
      onOffline: () => this.deliveries.broken(),
      onReturned: () => this.comeBack(),
      onMessage: (name, payload) => this.hear(name, payload),
      ...(onRefused && { onRefused }),
    })
    this.deliveries = new Deliveries(this.line)
    const sayInfo = () => this.sayInfo()
    this.mischief = new Mischief(parts.commandTrouble, { line: this.line, wheel, random, sayInfo })
    this.answers = new Answers(
      (command) => carryOut(command, this),
      (reply) => this.mischief.say(reply),
    )
    this.upgrades = new Upgrades({
      parts: body.machine.parts,
      wait: this.wait,
      trouble: () => this.upgradeTrouble,
      report: (progress, onAcknowledged) => this.line.send('progress', progress, onAcknowledged),
      restart: (how) => this.restart(how),
    })
  }

  /** Switches it on after a while; from then on it lives. */
  start(delayMs: number): void {
    this.wheel.after(delayMs, () => {
      this.line.connect()
      this.tick()
    })
  }

  stop(): void {
    this.ticket?.cancel()
    this.line.disconnect()
  }

  /** The network is gone for a while: it goes on measuring, and sends its backlog afterwards. */
  loseNetwork(durationMs: number): void {
    this.line.drop()
    this.wheel.after(durationMs, () => this.line.connect())
  }

  /** It has been given parameters; one of them may lead it to another platform. */
  paramsChanged(before: ReadonlyMap<string, ParamValue>): void {
    const [former, wanted] = [before, this.machine.params].map((params) => params.get(addressParam))
    if (wanted === undefined || former === wanted) return
    this.formerAddress = former
    this.wheel.after(moveAfterMs, () => this.line.moveTo(String(wanted)))
  }

  private comeBack(): void {
    if (this.formerAddress !== undefined) this.machine.setParam(addressParam, this.formerAddress)
  }

  /** No power: nothing is measured and nothing remembered. */
  powerCycle(durationMs: number): void {
    this.powerOff()
    this.wheel.after(durationMs, () => {
      this.hasPower = true
      this.line.connect()
      void this.upgrades.goOn()
    })
  }

  private powerOff(): void {
    this.hasPower = false
    this.line.drop()
    this.deliveries.lose()
    this.upgrades.powerLost()
  }

  private restart(how: Return): void {
    if (how === 'never') return this.powerOff()
    if (how === 'alarmed') this.broken = this.body.severe
    this.powerCycle(this.random.between(...restartMs))
  }

  /** Measures and says what is due now, ahead of its turn. */
  sayAllNow(): void {
    this.reporting.everythingIsDue()
    this.measure()
  }

  get backlog(): number {
    return this.deliveries.backlog
  }

  /** What it could write a log from. */
  journal(): Journal {
    const { code, body, screen, line } = this
    return {
      code,
      readings: body.readings(),
      alarms: this.alarms(),
      playing: screen?.playing(this.deviceTime()),
      isOnline: line.isOnline,
    }
  }

  private readonly wait = (ms: number): Promise<void> =>
    new Promise((resolve) => this.wheel.after(ms, resolve))

  private alarms(): AlarmWords {
    return { ...this.body.alarms(), ...this.broken }
  }

  deviceTime(): number {
    return Math.round(this.wheel.now() + this.clockOffsetMs)
  }

  private tick(): void {
    this.ticket = this.wheel.after(fastMs, () => this.tick())
    this.measure()
    if (this.line.isOnline) this.deliveries.catchUp()
  }

  private measure(): void {
    this.machine.advance(this.wheel.now())
    if (!this.hasPower) return
    this.sayAlarms()
    const urgent = this.body.urgent?.()
    if (urgent !== this.saidUrgent) this.reporting.everythingIsDue()
    this.saidUrgent = urgent
    const due = this.reporting.take(this.wheel.now())
    if (due.size === 0) return
    const ts = this.deviceTime()
    for (const reading of this.body.readings())
      if (due.has(reading.board)) this.deliveries.sayReport({ ts, ...reading })
  }

  /** Only what has changed since it was last said. */
  private sayAlarms(): void {
    const words = this.alarms()
    const changes = Object.entries(words).filter(([code, value]) => value !== (this.saidAlarms[code] ?? 0))
    if (changes.length === 0) return
    this.saidAlarms = words
    this.deliveries.sayAlarms({ ts: this.deviceTime(), values: Object.fromEntries(changes) })
  }

  /** First who it is and how it stands, then what happened meanwhile, then what it measures now. */
  private cameOnline(): void {
    this.sayInfo()
    this.machine.advance(this.wheel.now())
    this.saidAlarms = this.alarms()
    this.deliveries.sayAlarms({ ts: this.deviceTime(), values: { ...this.saidAlarms } })
    this.deliveries.catchUp()
    this.sayAllNow()
  }

  sayInfo(): void {
    const { parts, params } = this.machine
    const info: Info = { ts: this.deviceTime(), parts: parts.map((part) => ({ ...part })) }
    if (params.size > 0) info.params = Object.fromEntries(params)
    this.line.send('info', info)
  }

  private hear(name: TopicName, payload: Buffer): void {
    const command = name === 'commands' ? parseCommand(payload) : undefined
    if (command && this.mischief.lets(command)) void this.answers.receive(command, this.wheel.now())
    const order = name === 'upgrade' ? parseUpgrade(payload) : undefined
    if (order) void this.upgrades.receive(order)
  }
}
