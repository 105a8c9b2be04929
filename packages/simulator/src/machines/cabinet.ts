import { bayControls, controlNamed, controlTakes, lightByState } from '@wattkeeper/contracts/link'
import { Trips } from '../alarms/words.ts'
import { clamp } from '../battery.ts'
import { Happenings } from '../happenings.ts'
import { skyAt } from '../weather.ts'
import { defaultParams, refuseParam } from './cabinet-params.ts'
import type { Birth, Machine, ParamValue, Part } from './machine.ts'
import { newPart } from './parts.ts'
import type { SwapBattery } from './swap-battery.ts'

const cabinetType = 3

const mishaps = {
  smoke: { perDay: 0.08, minutes: [1, 4] },
  water: { perDay: 0.15, minutes: [5, 30] },
  doorForced: { perDay: 0.4, minutes: [1, 6] },
  mainsLost: { perDay: 0.5, minutes: [1, 8] },
  fanStalled: { perDay: 1, minutes: [5, 30] },
  bayBoardSilent: { perDay: 0.6, minutes: [2, 10] },
  moduleHot: { perDay: 0.4, minutes: [3, 12] },
  bayChargerFault: { perDay: 1, minutes: [5, 25] },
  bayDoorStuck: { perDay: 0.6, minutes: [2, 10] },
} as const

export interface Bay {
  readonly number: number
  battery: SwapBattery | undefined
  /** The door of the bay stands open until then. */
  doorOpenUntil: number
  /** A bay that is not enabled neither charges nor takes part in swaps. */
  isEnabled: boolean
  /** The light somebody set by hand, until then. */
  handLight: { readonly light: number; readonly until: number } | undefined
}

const bayPowerW = 600
/** Who opened a door from afar has somebody standing there. */
const doorOpenMs = 20_000
const handLightMs = 600_000

/** A battery-swap cabinet (type 3): charges what stands in its bays, and shares its supply among them. */
export class Cabinet implements Machine {
  readonly parts: readonly Part[]
  readonly params: Map<string, ParamValue> = defaultParams()
  readonly code: string
  readonly bays: readonly Bay[]
  readonly events: Happenings<keyof typeof mishaps>
  readonly trips = new Trips()
  /** The bay that suffers when a charger or a door of one bay fails. */
  readonly weakBay: number
  now: number
  airC: number
  humidity = 50
  energyKWh: number
  volts = 220
  powerW = 60
  private readonly birth: Birth

  constructor(birth: Birth) {
    const { random, model, now } = birth
    const count = Number(/^C(\d+)/.exec(model)?.[1] ?? 8)
    this.birth = birth
    this.code = birth.code
    this.now = now
    this.bays = Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      battery: undefined,
      doorOpenUntil: 0,
      isEnabled: true,
      handLight: undefined,
    }))
    this.weakBay = random.whole(1, count)
    this.energyKWh = random.between(500, 40_000)
    this.airC = skyAt(birth.spot, now, birth.climate).airC + 4
    this.parts = [
      ...['MASTER', 'CABINET', 'POWER', 'FIRE', 'SYSTEM_CHECK'].map((each) =>
        newPart(`PART_TYPE_EC_${each}`, random),
      ),
      ...this.bays.map(({ number }) => newPart('PART_TYPE_EC_BIN', random, number)),
      newPart('ads', random),
    ]
    this.events = new Happenings(mishaps, { random: random.fork('mishaps'), factor: birth.mishaps, now })
  }

  advance(now: number): void {
    const seconds = (now - this.now) / 1_000
    if (seconds <= 0) return
    this.now = now
    this.events.advance(now)
    const sky = skyAt(this.birth.spot, now, this.birth.climate)
    this.humidity = clamp(sky.humidity + (this.events.has('water') ? 15 : 0), 0, 100)
    this.volts = this.events.has('mainsLost') ? 0 : 221 + 3 * Math.sin(now / 61_000 + this.weakBay)
    this.warm(sky.airC + sky.sunWPerM2 / 130, seconds)
    this.charge(now, seconds)
  }

  isDoorOpen(bay: Bay): boolean {
    return this.now < bay.doorOpenUntil || (bay.number === this.weakBay && this.events.has('bayDoorStuck'))
  }

  /** Charges are cut by whoever disabled the bay, an open door, a failed charger, a lost supply, the full-charge SOC and the over-temperature point. */
  canCharge(bay: Bay): boolean {
    const { battery } = bay
    if (!battery || !bay.isEnabled || this.volts === 0 || this.isDoorOpen(bay)) return false
    if (bay.number === this.weakBay && this.events.has('bayChargerFault')) return false
    const isFull = battery.pack.soc * 100 >= Number(this.params.get('02121005'))
    return !isFull && battery.pack.tempC < Number(this.params.get('02121006'))
  }

  control(id: string, value: ParamValue): string | undefined {
    const named = controlNamed(cabinetType, id)
    if (!named) return `unknown control ${id}`
    const bay = this.bays.find(({ number }) => number === named.bay)
    if (!bay) return `this cabinet has no bay ${named.bay}`
    if (!controlTakes(named.control, value)) return `control ${id} does not take ${value}`
    return this.work(bay, named.control.id, Number(value))
  }

  private work(bay: Bay, control: string, value: number): string | undefined {
    if (control === bayControls.open) return this.openDoor(bay)
    if (control === bayControls.enabled) bay.isEnabled = value === 1
    else bay.handLight = value === lightByState ? undefined : { light: value, until: this.now + handLightMs }
    return undefined
  }

  private openDoor(bay: Bay): string | undefined {
    if (this.volts === 0) return 'the lock has no power'
    bay.doorOpenUntil = this.now + doorOpenMs
    return undefined
  }

  setParam(id: string, value: ParamValue): string | undefined {
    const refusal = refuseParam(id, value)
    if (!refusal) this.params.set(id, value)
    return refusal
  }

  /** The air inside follows the wall in the sun and the chargers' losses, slower than both; a stalled fan keeps the heat in. */
  private warm(outsideC: number, seconds: number): void {
    const resistance = this.events.has('fanStalled') ? 0.03 : 0.012
    const towardC = outsideC + resistance * this.powerW * 0.5
    this.airC = clamp(towardC + (this.airC - towardC) * Math.exp(-seconds / 600), -35, 80)
  }

  private charge(now: number, seconds: number): void {
    let chargingW = 0
    for (const bay of this.bays) {
      const { battery } = bay
      if (!battery?.dock) continue
      battery.dock.airC = this.airC
      battery.dock.grantedW = this.canCharge(bay) ? bayPowerW : 0
      battery.advance(now)
      chargingW += Math.max(0, battery.pack.powerW)
    }
    this.powerW = this.volts > 0 ? 55 + chargingW / 0.92 : 0
    this.energyKWh += (this.powerW * seconds) / 3_600_000
  }
}
