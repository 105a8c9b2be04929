import { Trips } from '../alarms/words.ts'
import { newPack, stepPack } from '../battery.ts'
import type { PackSpec, PackState } from '../battery.ts'
import { newCellSpread } from '../cells.ts'
import { Happenings } from '../happenings.ts'
import { Rider } from '../habits/rider.ts'
import { skyAt } from '../weather.ts'
import type { Birth, Machine, ParamValue, Part } from './machine.ts'
import { newPart } from './parts.ts'

const mishaps = {
  weakCell: { perDay: 0.4, minutes: [10, 60] },
  positionLost: { perDay: 0.8, minutes: [2, 15] },
  impact: { perDay: 0.15, minutes: [1, 3] },
  lowInsulation: { perDay: 0.05, minutes: [10, 40] },
} as const

/** Where a battery sits in a cabinet, and what the cabinet lets it take. */
export interface Dock {
  readonly cabinetCode: string
  readonly bay: number
  airC: number
  grantedW: number
}

const models: Readonly<Record<string, readonly [cells: number, capacityAh: number]>> = {
  B4824: [15, 24],
  B6030: [19, 30],
  B7245: [23, 45],
}

/** A battery (type 4) that riders swap: charges while docked, gives while on the road. */
export class SwapBattery implements Machine {
  readonly parts: readonly Part[]
  readonly params: ReadonlyMap<string, ParamValue> = new Map()
  readonly code: string
  readonly spec: PackSpec
  readonly health: number
  readonly cells: { spread: readonly number[]; cyclesBefore: number; isOneWeak: boolean }
  readonly events: Happenings<keyof typeof mishaps>
  readonly trips = new Trips()
  pack: PackState
  dock: Dock | undefined
  private readonly rider: Rider
  private readonly birth: Birth
  private reachedAt: number

  constructor(birth: Birth) {
    const { random, model, now } = birth
    const age = random.next()
    const [cells, capacityAh] = models[model] ?? [19, 30]
    this.birth = birth
    this.code = birth.code
    this.reachedAt = now
    this.health = 1 - 0.25 * age ** 2
    this.spec = {
      cells,
      capacityAh,
      milliohmPerCell: (1.2 + 0.8 * age) * (24 / capacityAh),
      chargeRate: 0.5,
      dischargeRate: 1.6,
      heatCapacityJPerK: cells * capacityAh * 26,
      coolingWPerK: 0.9,
    }
    this.pack = newPack(this.spec, random.between(0.25, 0.98), skyAt(birth.spot, now, birth.climate).airC)
    const spread = newCellSpread(this.spec, age, random)
    this.cells = { spread, cyclesBefore: Math.floor(age * 1_400), isOneWeak: false }
    this.parts = [newPart('bms', random)]
    this.rider = new Rider(cells * capacityAh * 3.2, random.fork('rider'))
    this.events = new Happenings(mishaps, { random: random.fork('mishaps'), factor: birth.mishaps, now })
  }

  advance(now: number): void {
    const seconds = (now - this.reachedAt) / 1_000
    if (seconds <= 0) return
    this.reachedAt = now
    this.events.advance(now)
    this.cells.isOneWeak = this.events.has('weakCell')
    const sky = skyAt(this.birth.spot, now, this.birth.climate)
    const powerW = this.dock ? this.dock.grantedW : -this.rider.drawsW(now, this.pack.soc)
    const ambientC = this.dock ? this.dock.airC : sky.airC + sky.sunWPerM2 / 300
    this.pack = stepPack(this.spec, this.pack, { powerW, ambientC, seconds })
  }

  control(id: string): string | undefined {
    return `this device has no control ${id}`
  }

  setParam(id: string): string | undefined {
    return `this device has no parameter ${id}`
  }
}
