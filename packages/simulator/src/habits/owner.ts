import type { Random } from '../random.ts'

export interface Switches {
  ac: boolean
  dc: boolean
  car: boolean
  light: boolean
  usb: boolean
}

/** What hangs on the sockets, in watts, if they were switched on. */
export interface Appliances {
  ac: number
  usbA1: number
  usbA2: number
  typeC1: number
  typeC2: number
  car: number
  wireless: number
  andersen: number
}

/** The owner of a portable power station: plugs things in and out every few minutes, and charges when it runs low. */
export class Owner {
  readonly appliances: Appliances = noAppliances()
  isPlugged = false
  private changesAt = 0
  private readonly random: Random
  private readonly ratedW: number

  constructor(ratedW: number, random: Random) {
    this.ratedW = ratedW
    this.random = random
  }

  live(now: number, { soc, hour, switches }: Situation): void {
    if (soc < 0.12) this.isPlugged = true
    if (soc > 0.97) this.isPlugged = false
    if (now < this.changesAt) return
    this.changesAt = now + this.random.between(3, 14) * 60_000
    const isAwake = hour > 7 && hour < 23
    const isDark = hour < 6.5 || hour > 18.5
    if (soc < 0.45 && this.random.chance(0.25)) this.isPlugged = true
    switches.ac = this.random.chance(isAwake ? 0.7 : 0.25) && soc > 0.06
    switches.dc = this.random.chance(isAwake ? 0.5 : 0.2)
    switches.car = switches.dc && this.random.chance(0.5)
    switches.usb = this.random.chance(isAwake ? 0.7 : 0.4)
    switches.light = isDark && isAwake && this.random.chance(0.6)
    this.plugIn(isAwake)
  }

  private plugIn(isAwake: boolean): void {
    const { random } = this
    const some = (share: number, low: number, high: number) =>
      random.chance(share) ? random.between(low, high) : 0
    // Now and then a kettle is too much for the inverter.
    const acShare = random.chance(0.03) ? 1.15 : random.between(0.05, isAwake ? 0.7 : 0.2)
    Object.assign(this.appliances, {
      ac: this.ratedW * acShare,
      usbA1: some(0.5, 4, 12),
      usbA2: some(0.3, 4, 18),
      typeC1: some(0.5, 15, 65),
      typeC2: some(0.25, 10, 100),
      car: some(0.4, 30, 110),
      wireless: some(0.3, 5, 14),
      andersen: some(0.1, 40, 220),
    })
  }
}

interface Situation {
  readonly soc: number
  readonly hour: number
  readonly switches: Switches
}

const noAppliances = (): Appliances => ({
  ac: 0,
  usbA1: 0,
  usbA2: 0,
  typeC1: 0,
  typeC2: 0,
  car: 0,
  wireless: 0,
  andersen: 0,
})
