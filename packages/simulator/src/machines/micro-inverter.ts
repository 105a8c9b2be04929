import { Trips } from '../alarms/words.ts'
import { clamp, newPack, stepPack } from '../battery.ts'
import type { PackSpec, PackState } from '../battery.ts'
import { newCellSpread } from '../cells.ts'
import { Happenings } from '../happenings.ts'
import { Household } from '../habits/household.ts'
import { skyAt } from '../weather.ts'
import type { Birth, Machine, ParamValue, Part } from './machine.ts'
import { newPart } from './parts.ts'

const mishaps = {
  gridLost: { perDay: 0.3, minutes: [2, 10] },
  gridHigh: { perDay: 1, minutes: [3, 15] },
  weakCell: { perDay: 0.4, minutes: [10, 60] },
  meterSilent: { perDay: 0.6, minutes: [2, 10] },
  mpptSilent: { perDay: 0.4, minutes: [2, 10] },
  lowInsulation: { perDay: 0.15, minutes: [5, 30] },
} as const

/** Of a string of panels: facing, size and what it gives now. */
export interface PanelString {
  readonly peakW: number
  readonly facing: number
  powerW: number
  volts: number
}

/** A balcony or roof storage with a micro-inverter (type 2): stores the day's sun and feeds the house at night. */
export class MicroInverter implements Machine {
  readonly parts: readonly Part[]
  readonly params: ReadonlyMap<string, ParamValue> = new Map()
  readonly spec: PackSpec
  readonly cells: { spread: readonly number[]; isOneWeak: boolean }
  readonly panels: readonly [PanelString, PanelString]
  readonly ratedW: number
  readonly events: Happenings<keyof typeof mishaps>
  readonly trips = new Trips()
  readonly grid = { volts: 230, isThere: true }
  pack: PackState
  airC: number
  /** Positive into the house. */
  inverterW = 0
  private readonly household: Household
  private readonly birth: Birth
  private reachedAt: number

  constructor(birth: Birth) {
    const { random, model, now } = birth
    const isLarge = model.includes('1600')
    this.birth = birth
    this.reachedAt = now
    this.ratedW = isLarge ? 1_600 : 800
    this.spec = {
      cells: 16,
      capacityAh: isLarge ? 100 : 50,
      milliohmPerCell: isLarge ? 0.5 : 0.9,
      chargeRate: 0.5,
      dischargeRate: 0.6,
      heatCapacityJPerK: isLarge ? 42_000 : 22_000,
      coolingWPerK: 3,
    }
    const sky = skyAt(birth.spot, now, birth.climate)
    this.airC = sky.airC
    this.pack = newPack(this.spec, dailySoc(sky.hour) + random.between(-0.12, 0.12), sky.airC + 2)
    this.cells = { spread: newCellSpread(this.spec, random.next(), random), isOneWeak: false }
    this.parts = ['wifi', 'bms', 'mppt', 'pcs'].map((type) => newPart(type, random))
    const panel = (): PanelString => ({
      peakW: this.ratedW * random.between(0.5, 0.65),
      facing: random.between(0.6, 1),
      powerW: 0,
      volts: 0,
    })
    this.panels = [panel(), panel()]
    this.household = new Household(random.fork('household'))
    this.events = new Happenings(mishaps, { random: random.fork('mishaps'), factor: birth.mishaps, now })
  }

  advance(now: number): void {
    const seconds = (now - this.reachedAt) / 1_000
    if (seconds <= 0) return
    this.reachedAt = now
    this.events.advance(now)
    const sky = skyAt(this.birth.spot, now, this.birth.climate)
    // The box hangs outside: the sun warms it.
    this.airC = clamp(sky.airC + sky.sunWPerM2 / 250, -35, 65)
    this.cells.isOneWeak = this.events.has('weakCell')
    this.meetGrid(now)
    for (const panel of this.panels) shine(panel, sky.sunWPerM2)
    this.share(this.household.loadW(now, sky.hour), seconds)
  }

  /** Sun first to the house, the rest to the pack; what the pack refuses goes to the grid, what is lacking comes from it. */
  private share(houseW: number, seconds: number): void {
    const sunW = this.sunW()
    const wantedW = this.grid.isThere ? Math.min(houseW, this.ratedW) : 0
    const packW = sunW * 0.97 - wantedW / 0.95
    this.pack = stepPack(this.spec, this.pack, { powerW: packW, ambientC: this.airC + 2, seconds })
    const spareW = packW - this.pack.powerW
    this.inverterW = this.grid.isThere ? clamp(wantedW + spareW * 0.95, 0, this.ratedW) : 0
    if (packW > 0 && spareW > 0) this.curtail((this.pack.powerW + this.inverterW / 0.95) / 0.97)
  }

  /** The tracker moves off its best point when nobody takes the power. */
  private curtail(neededW: number): void {
    const share = clamp(neededW / Math.max(1, this.sunW()), 0, 1)
    for (const panel of this.panels) panel.powerW *= share
  }

  private sunW(): number {
    return this.panels[0].powerW + this.panels[1].powerW
  }

  private meetGrid(now: number): void {
    this.grid.isThere = !this.events.has('gridLost')
    const wave = Math.sin(now / 83_000 + this.panels[0].facing * 9)
    const fault = this.events.has('gridHigh') ? 34 : 0
    this.grid.volts = this.grid.isThere ? 231 + 4 * wave + fault : 0
  }

  control(id: string): string | undefined {
    return `this device has no control ${id}`
  }

  setParam(id: string): string | undefined {
    return `this device has no parameter ${id}`
  }
}

function shine(panel: PanelString, sunWPerM2: number): void {
  const sunW = (panel.peakW * panel.facing * sunWPerM2) / 1_000
  panel.powerW = sunW > 3 ? sunW : 0
  panel.volts = sunW > 3 ? 31 + 6 * Math.sqrt(sunW / panel.peakW) : 0
}

/** Where the pack usually stands: emptied by the night, full in the afternoon. */
const dailySoc = (hour: number) => 0.5 + 0.32 * Math.cos(((hour - 16) / 24) * 2 * Math.PI)
