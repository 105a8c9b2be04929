import type { Random } from '../random.ts'

/** What a household draws over the day, with its own rhythm and its own noise. */
export class Household {
  private readonly baseW: number
  private readonly peakW: number
  private readonly shiftHours: number
  private readonly random: Random
  private burst = { powerW: 0, until: 0 }

  constructor(random: Random) {
    this.random = random
    this.baseW = random.between(80, 180)
    this.peakW = random.between(250, 700)
    this.shiftHours = random.between(-1, 1)
  }

  loadW(now: number, hour: number): number {
    if (now >= this.burst.until) this.nextBurst(now)
    const at = hour - this.shiftHours
    const morning = 0.6 * bump(at, 7.5, 1.3)
    const evening = bump(at, 19.5, 2.2)
    return this.baseW + this.peakW * (morning + evening) + this.burst.powerW
  }

  /** A washing machine, an oven, and quiet in between. */
  private nextBurst(now: number): void {
    const { random } = this
    const powerW = random.chance(0.3) ? random.between(200, 1_500) : 0
    this.burst = { powerW, until: now + random.between(2, 20) * 60_000 }
  }
}

const bump = (hour: number, middle: number, width: number) => Math.exp(-(((hour - middle) / width) ** 2))
