import { cabinetBody, microInverterBody, portableBody, swapBatteryBody } from './bodies.ts'
import type { Body } from './bodies.ts'
import type { Line } from './deliveries.ts'
import { Device } from './device.ts'
import type { LinkEvents } from './link/device-link.ts'
import type { LogTrouble } from './logs.ts'
import { Cabinet } from './machines/cabinet.ts'
import type { Birth } from './machines/machine.ts'
import { SwapBattery } from './machines/swap-battery.ts'
import type { CommandTrouble } from './mischief.ts'
import { Neighbourhood } from './neighbourhood.ts'
import type { DeviceKind } from './provision/owners.ts'
import type { Provisioned } from './provision/provision.ts'
import type { Random } from './random.ts'
import { type TroubleShares, troubleFor } from './upgrade-trouble.ts'
import { fastMs } from './reporting.ts'
import type { Climate } from './weather.ts'
import type { Wheel } from './wheel.ts'

export interface FleetOptions {
  readonly members: readonly Provisioned[]
  readonly wheel: Wheel
  readonly random: Random
  readonly climate: Climate
  /** Multiplies how often things go wrong. */
  readonly mishaps: number
  readonly uploads: boolean
  readonly openLine: (member: Provisioned, events: LinkEvents) => Line
  readonly onRefused?: (member: Provisioned) => void
  readonly logTrouble?: LogTrouble | undefined
  readonly commandTrouble?: CommandTrouble | undefined
  readonly upgradeTroubles?: TroubleShares
  readonly onScreen?: (member: Provisioned, names: readonly string[]) => void
}

/** So many devices connect in a second: a fleet does not wake up all at once. */
const connectsPerSecond = 400
const swapEveryMs: readonly [number, number] = [120_000, 480_000]

const bodyOf: Readonly<Record<DeviceKind, (birth: Birth) => Body>> = {
  portable: portableBody,
  microInverter: microInverterBody,
  cabinet: cabinetBody,
  battery: swapBatteryBody,
}

/** All the devices of a run, and the people who swap batteries between them. */
export class Fleet {
  readonly devices: readonly Device[]
  readonly neighbourhoods: readonly Neighbourhood[]
  private readonly byCode: ReadonlyMap<string, Device>
  private readonly options: FleetOptions
  private isStopped = false

  constructor(options: FleetOptions) {
    this.options = options
    this.devices = options.members.map((member) => this.build(member))
    this.byCode = new Map(this.devices.map((device) => [device.code, device]))
    this.neighbourhoods = this.settle()
  }

  start(): void {
    const { wheel, random } = this.options
    const rampMs = Math.max(fastMs, (this.devices.length / connectsPerSecond) * 1_000)
    const step = rampMs / Math.max(1, this.devices.length)
    // In their order, so that the ticks that follow are spread as evenly as the connects.
    this.devices.forEach((device, at) => device.start(at * step))
    for (const neighbourhood of this.neighbourhoods)
      wheel.after(rampMs + random.between(5_000, 60_000), () => this.swapAgain(neighbourhood))
  }

  stop(): void {
    this.isStopped = true
    for (const device of this.devices) device.stop()
  }

  countOnline(): number {
    return this.devices.filter(({ line }) => line.isOnline).length
  }

  private build(member: Provisioned): Device {
    const { wheel, climate, mishaps, uploads, openLine, onRefused, onScreen, logTrouble } = this.options
    const random = this.options.random.fork(member.code)
    const { code, model, spot, kind } = member
    const name = nameIn(model)
    const birth: Birth = { code, model: name, spot, climate, random, mishaps, now: wheel.now() }
    return new Device({
      code,
      body: bodyOf[kind](birth),
      wheel,
      random: random.fork('device'),
      uploads,
      openLine: (events) => openLine(member, events),
      logTrouble,
      commandTrouble: this.options.commandTrouble,
      upgradeTrouble: troubleFor(this.options.upgradeTroubles ?? [], random.fork('upgrades')),
      ...(onScreen && { onScreen: (names) => onScreen(member, names) }),
      ...(onRefused && { onRefused: () => onRefused(member) }),
    })
  }

  private settle(): Neighbourhood[] {
    const names = new Set(this.options.members.map(({ neighbourhood }) => neighbourhood))
    const machinesOf = Map.groupBy(
      this.options.members.flatMap((member, at) => {
        const machine = this.devices[at]?.machine
        return machine ? [{ machine, neighbourhood: member.neighbourhood }] : []
      }),
      ({ neighbourhood }) => neighbourhood,
    )
    return [...names].flatMap((name) => {
      const machines = (machinesOf.get(name) ?? []).map(({ machine }) => machine)
      const cabinets = machines.filter((machine) => machine instanceof Cabinet)
      const batteries = machines.filter((machine) => machine instanceof SwapBattery)
      if (cabinets.length === 0) return []
      return [new Neighbourhood(cabinets, batteries, this.options.random.fork(name))]
    })
  }

  private swapAgain(neighbourhood: Neighbourhood): void {
    if (this.isStopped) return
    const { wheel, random } = this.options
    const swap = neighbourhood.swap(wheel.now())
    // Cabinet and batteries say at once what has changed hands.
    for (const { code } of swap ? [swap.cabinet, swap.returned, swap.taken] : [])
      this.byCode.get(code)?.sayAllNow()
    wheel.after(random.between(...swapEveryMs), () => this.swapAgain(neighbourhood))
  }
}

/** The short name inside the platform's: `P1200` of 便携电源 P1200, `C8` of 换电柜 C8（8 仓）. */
function nameIn(model: string): string {
  return /[A-Z]\d+/.exec(model)?.[0] ?? model
}
