import { Trips } from '../alarms/words.ts'
import { clamp, newPack, stepPack } from '../battery.ts'
import type { PackSpec, PackState } from '../battery.ts'
import { newCellSpread } from '../cells.ts'
import { settleFlows, packPowerOf } from '../flows.ts'
import type { Flows, Intake, Output } from '../flows.ts'
import { Happenings } from '../happenings.ts'
import { Owner } from '../habits/owner.ts'
import type { Switches } from '../habits/owner.ts'
import { skyAt } from '../weather.ts'
import type { Sky } from '../weather.ts'
import type { Birth, Machine, ParamValue, Part } from './machine.ts'
import { newPart } from './parts.ts'

interface Model {
  readonly cells: number
  readonly capacityAh: number
  readonly ratedW: number
  readonly panelW: number
}

const models: Readonly<Record<string, Model>> = {
  P600: { cells: 8, capacityAh: 24, ratedW: 600, panelW: 100 },
  P1200: { cells: 16, capacityAh: 24, ratedW: 1_200, panelW: 200 },
  P2400: { cells: 16, capacityAh: 48, ratedW: 2_400, panelW: 400 },
}
const usualModel: Model = { cells: 16, capacityAh: 24, ratedW: 1_200, panelW: 200 }

const mishaps = {
  weakCell: { perDay: 0.5, minutes: [10, 60] },
  fanStalled: { perDay: 0.7, minutes: [5, 25] },
  bmsSilent: { perDay: 0.4, minutes: [2, 8] },
  displaySilent: { perDay: 0.4, minutes: [2, 8] },
  gridHigh: { perDay: 0.8, minutes: [3, 15] },
  gridLow: { perDay: 0.8, minutes: [3, 15] },
  portShort: { perDay: 0.3, minutes: [1, 5] },
  senseWireOpen: { perDay: 0.1, minutes: [10, 40] },
} as const

const specOf = ({ cells, capacityAh }: Model, age: number): PackSpec => ({
  cells,
  capacityAh,
  milliohmPerCell: (1.4 + age) * (24 / capacityAh),
  chargeRate: 0.7,
  dischargeRate: 2.4,
  heatCapacityJPerK: cells * capacityAh * 26,
  coolingWPerK: 0.6 + capacityAh / 48,
})

/** The control commands of the platform (devType 1). */
const switchOfControl: Readonly<Record<string, keyof Switches>> = {
  '13001': 'light',
  '13002': 'usb',
  '13003': 'dc',
  '13004': 'ac',
}

/** A portable power station (type 1). */
export class Portable implements Machine {
  readonly parts: readonly Part[]
  readonly params: ReadonlyMap<string, ParamValue> = new Map()
  readonly spec: PackSpec
  readonly health: number
  readonly cells: { spread: readonly number[]; cyclesBefore: number; isOneWeak: boolean }
  readonly switches: Switches = { ac: false, dc: false, car: false, light: false, usb: false }
  readonly grid = { isPlugged: false, volts: 230, hertz: 50 }
  readonly solar: { volts: number; readonly panelW: number; readonly isOwned: boolean }
  readonly events: Happenings<keyof typeof mishaps>
  readonly trips = new Trips()
  readonly ratedW: number
  readonly screenOffSeconds: number
  readonly standbySeconds: number
  pack: PackState
  flows: Flows = settleFlows(noIntake(), noOutput(), 0)
  airC: number
  mosTempC: number
  uploadNumber: number
  private readonly owner: Owner
  private readonly birth: Birth
  private reachedAt: number

  constructor(birth: Birth) {
    const { random, model, now } = birth
    const made = models[model] ?? usualModel
    const age = random.next()
    this.birth = birth
    this.reachedAt = now
    this.ratedW = made.ratedW
    this.health = 1 - 0.15 * age
    this.spec = specOf(made, age)
    this.airC = this.indoors(this.sky(now).airC)
    this.mosTempC = this.airC
    this.pack = newPack(this.spec, random.between(0.08, 0.98), this.airC)
    const spread = newCellSpread(this.spec, age, random)
    this.cells = { spread, cyclesBefore: Math.floor(age * 900), isOneWeak: false }
    this.parts = ['wifi', 'sc', 'bms', 'mppt', 'pcs'].map((type) => newPart(type, random))
    this.solar = { volts: 0, panelW: made.panelW, isOwned: random.chance(0.6) }
    this.events = new Happenings(mishaps, { random: random.fork('mishaps'), factor: birth.mishaps, now })
    this.owner = new Owner(made.ratedW, random.fork('owner'))
    this.screenOffSeconds = random.pick([30, 60, 300])
    this.standbySeconds = random.pick([1_800, 3_600, 7_200])
    this.uploadNumber = random.whole(0, 100_000)
  }

  advance(now: number): void {
    const seconds = (now - this.reachedAt) / 1_000
    if (seconds <= 0) return
    this.reachedAt = now
    this.events.advance(now)
    const sky = this.sky(now)
    this.airC = this.indoors(sky.airC)
    this.cells.isOneWeak = this.events.has('weakCell')
    this.owner.live(now, { soc: this.pack.soc, hour: sky.hour, switches: this.switches })
    this.meetGrid(now)
    const { intake, out } = { intake: this.offered(sky), out: this.drawn() }
    const powerW = packPowerOf(intake, out)
    this.pack = stepPack(this.spec, this.pack, { powerW, ambientC: this.airC, seconds })
    this.flows = settleFlows(intake, out, this.pack.powerW)
    // An empty pack drops the inverter, as the real one does.
    if (this.pack.soc < 0.02) this.switches.ac = false
    const cooling = this.events.has('fanStalled') ? 0.045 : 0.018
    this.mosTempC = clamp(this.airC + 4 + cooling * (this.flows.totalOutW + this.flows.totalInW), -40, 120)
    this.uploadNumber += 1
  }

  control(id: string, value: ParamValue): string | undefined {
    const name = switchOfControl[id]
    if (!name) return `unknown control ${id}`
    if (Number(value) !== 0 && Number(value) !== 1) return `control ${id} takes 0 or 1`
    this.switches[name] = Number(value) === 1
    return undefined
  }

  setParam(id: string): string | undefined {
    return `this device has no parameter ${id}`
  }

  private sky(now: number): Sky {
    return skyAt(this.birth.spot, now, this.birth.climate)
  }

  /** Most of them stand in a house: milder than outside, yet they feel a heat wave. */
  private indoors(outsideC: number): number {
    return clamp(22 + 0.55 * (outsideC - 22) + Math.max(0, outsideC - 36), 0, 52)
  }

  private meetGrid(now: number): void {
    const wave = Math.sin(now / 97_000 + this.solar.panelW)
    const fault = this.events.has('gridHigh') ? 38 : this.events.has('gridLow') ? -52 : 0
    this.grid.isPlugged = this.owner.isPlugged
    this.grid.volts = 230 + 3 * wave + fault
    this.grid.hertz = 50 + 0.04 * wave
  }

  private offered(sky: Sky): Intake {
    const isGridFine = this.grid.volts > 190 && this.grid.volts < 262
    const sunW = this.solar.isOwned ? (0.85 * this.solar.panelW * sky.sunWPerM2) / 1_000 : 0
    this.solar.volts = sunW > 2 ? 18 + 3.5 * Math.sqrt(sunW / this.solar.panelW) : 0
    const mains = this.grid.isPlugged && isGridFine ? Math.min(0.75 * this.ratedW, 1_100) : 0
    return { mains, solar: sunW > 2 ? sunW : 0, car: 0, andersen: 0 }
  }

  private drawn(): Output {
    const { ac, dc, car, light, usb } = this.switches
    const on = (isOn: boolean, powerW: number) => (isOn ? powerW : 0)
    const load = this.owner.appliances
    const isShorted = this.events.has('portShort')
    return {
      // While charging from the mains the socket passes the grid through, past the pack.
      ac: on(ac && !this.grid.isPlugged, Math.min(load.ac, 1.2 * this.ratedW)),
      usbA1: on(usb && !isShorted, load.usbA1),
      usbA2: on(usb && !isShorted, load.usbA2),
      typeC1: on(usb, load.typeC1),
      typeC2: on(usb, load.typeC2),
      wireless: on(usb, load.wireless),
      car: on(car, load.car),
      light: on(light, 9),
      andersen: on(dc, load.andersen),
    }
  }
}

const noIntake = (): Intake => ({ mains: 0, solar: 0, car: 0, andersen: 0 })
const noOutput = (): Output => ({
  ac: 0,
  usbA1: 0,
  usbA2: 0,
  typeC1: 0,
  typeC2: 0,
  car: 0,
  wireless: 0,
  light: 0,
  andersen: 0,
})
