import type { Facts } from './facts.ts'
import type { Bus } from './platform/bus/bus.ts'

const FLUSH_MS = 50
/** One NOTIFY carries at most 8,000 bytes. */
const IDS_A_MESSAGE = 400

/** Gathers what changed in the device plane and announces it in few messages, outside every transaction. */
export class Announcer {
  private readonly bus: Bus<Facts>
  private readonly changed = new Set<number>()
  private readonly alarmed = new Set<number>()
  private readonly commands = new Set<number>()
  private readonly commanded = new Set<number>()
  private readonly upgrades = new Set<number>()
  private readonly upgraded = new Set<number>()
  private readonly eventful = new Set<number>()
  private opened = 0
  private closed = 0
  private timer: NodeJS.Timeout | undefined

  constructor(bus: Bus<Facts>) {
    this.bus = bus
  }

  devicesChanged(ids: Iterable<number>): void {
    for (const id of ids) this.changed.add(id)
    this.soon()
  }

  /** Many devices lost at once are one event. */
  fleetLost(ids: readonly number[]): void {
    this.bus.announce('fleetLost', { devices: ids.length })
    this.devicesChanged(ids)
  }

  alarmsChanged(ids: Iterable<number>, { opened, closed }: { opened: number; closed: number }): void {
    for (const id of ids) this.alarmed.add(id)
    this.opened += opened
    this.closed += closed
    this.soon()
  }

  eventsStored(ids: Iterable<number>): void {
    for (const id of ids) this.eventful.add(id)
    this.soon()
  }

  /** Pairs or not: whoever hears it reads the rows. */
  commandsChanged(commandIds: Iterable<number>, deviceIds: Iterable<number>): void {
    for (const id of commandIds) this.commands.add(id)
    for (const id of deviceIds) this.commanded.add(id)
    this.soon()
  }

  /** Pairs or not: whoever hears it reads the rows. */
  upgradesChanged(jobIds: Iterable<number>, deviceIds: Iterable<number>): void {
    for (const id of jobIds) this.upgrades.add(id)
    for (const id of deviceIds) this.upgraded.add(id)
    this.soon()
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    for (const deviceIds of portions(this.changed)) this.bus.announce('deviceStateChanged', { deviceIds })
    for (const deviceIds of portions(this.alarmed)) {
      this.bus.announce('alarmsChanged', { deviceIds, opened: this.opened, closed: this.closed })
      this.opened = this.closed = 0
    }
    const [commands, devices] = [[...portions(this.commands)], [...portions(this.commanded)]]
    for (const [n, commandIds] of commands.entries())
      this.bus.announce('commandsChanged', { commandIds, deviceIds: devices[n] ?? [] })
    const [jobs, upgraded] = [[...portions(this.upgrades)], [...portions(this.upgraded)]]
    for (const [n, jobIds] of jobs.entries())
      this.bus.announce('upgradesChanged', { jobIds, deviceIds: upgraded[n] ?? [] })
    this.upgrades.clear()
    this.upgraded.clear()
    this.commands.clear()
    this.commanded.clear()
    for (const deviceIds of portions(this.eventful)) this.bus.announce('eventsStored', { deviceIds })
    this.eventful.clear()
    this.changed.clear()
    this.alarmed.clear()
  }

  private soon(): void {
    this.timer ??= setTimeout(() => this.flush(), FLUSH_MS)
  }
}

function* portions(ids: ReadonlySet<number>): Generator<number[]> {
  const list = [...ids]
  for (let i = 0; i < list.length; i += IDS_A_MESSAGE) yield list.slice(i, i + IDS_A_MESSAGE)
}
