import type { Bay, Cabinet } from './machines/cabinet.ts'
import type { SwapBattery } from './machines/swap-battery.ts'
import type { Random } from './random.ts'

export interface Swap {
  readonly cabinet: Cabinet
  readonly returned: SwapBattery
  readonly taken: SwapBattery
}

const doorOpenMs = 20_000

/** The cabinets and batteries of one operator in one town. A battery is in one bay or on the road, never both, never twice. */
export class Neighbourhood {
  readonly cabinets: readonly Cabinet[]
  readonly batteries: readonly SwapBattery[]
  private readonly random: Random

  constructor(cabinets: readonly Cabinet[], batteries: readonly SwapBattery[], random: Random) {
    this.cabinets = cabinets
    this.batteries = batteries
    this.random = random
    this.fill()
  }

  /** Somebody comes with the emptiest battery on the road and leaves with the fullest one of a cabinet. */
  swap(now: number): Swap | undefined {
    const cabinet = this.pickCabinet()
    const returned = lowest(this.batteries.filter((battery) => !battery.dock))
    if (!cabinet || !returned || returned.pack.soc > 0.6) return undefined
    cabinet.advance(now)
    returned.advance(now)
    const empty = cabinet.bays.find((bay) => bay.isEnabled && !bay.battery)
    const fullest = fullestBay(cabinet)
    if (!empty || !fullest?.battery || fullest.battery.pack.soc < returned.pack.soc) return undefined
    const taken = fullest.battery
    dock(cabinet, empty, returned)
    release(fullest)
    for (const bay of [empty, fullest]) bay.doorOpenUntil = now + doorOpenMs
    return { cabinet, returned, taken }
  }

  /** Every cabinet keeps a bay free: without one nobody could swap. */
  private fill(): void {
    const places = this.cabinets.flatMap((cabinet) => cabinet.bays.slice(1).map((bay) => ({ cabinet, bay })))
    const share = Math.ceil(this.batteries.length * 0.6)
    for (const battery of this.batteries.slice(0, share)) {
      const place = places.splice(this.random.whole(0, places.length - 1), 1)[0]
      if (place) dock(place.cabinet, place.bay, battery)
    }
  }

  private pickCabinet(): Cabinet | undefined {
    return this.cabinets[this.random.whole(0, this.cabinets.length - 1)]
  }
}

function dock(cabinet: Cabinet, bay: Bay, battery: SwapBattery): void {
  bay.battery = battery
  battery.dock = { cabinetCode: cabinet.code, bay: bay.number, airC: cabinet.airC, grantedW: 0 }
}

function release(bay: Bay): void {
  if (bay.battery) bay.battery.dock = undefined
  bay.battery = undefined
}

function lowest(batteries: readonly SwapBattery[]): SwapBattery | undefined {
  return batteries.reduce<SwapBattery | undefined>(
    (low, each) => (low && low.pack.soc <= each.pack.soc ? low : each),
    undefined,
  )
}

function fullestBay(cabinet: Cabinet): Bay | undefined {
  return cabinet.bays
    .filter((bay) => bay.isEnabled && bay.battery)
    .reduce<Bay | undefined>((full, bay) => (socOf(full) >= socOf(bay) ? full : bay), undefined)
}

const socOf = (bay: Bay | undefined) => bay?.battery?.pack.soc ?? -1
