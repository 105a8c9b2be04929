import type { Random } from '../random.ts'

/** A courier on an electric scooter: rides, waits, and takes it easy when the battery runs low. */
export class Rider {
  private readonly cruiseW: number
  private readonly random: Random
  private leg = { powerW: 0, until: 0 }

  constructor(packWh: number, random: Random) {
    this.random = random
    this.cruiseW = packWh * random.between(0.35, 0.55)
  }

  drawsW(now: number, soc: number): number {
    if (now >= this.leg.until) this.nextLeg(now)
    return soc < 0.15 ? this.leg.powerW * 0.3 : this.leg.powerW
  }

  private nextLeg(now: number): void {
    const isRiding = this.random.chance(0.65)
    const powerW = isRiding ? this.cruiseW * this.random.between(0.6, 1.3) : 3
    this.leg = { powerW, until: now + this.random.between(1, 8) * 60_000 }
  }
}
