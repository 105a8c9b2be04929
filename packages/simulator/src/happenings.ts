import type { Random } from './random.ts'

/** How often something befalls a device, and for how long. */
export interface Likelihood {
  readonly perDay: number
  readonly minutes: readonly [least: number, most: number]
}

interface Course {
  from: number
  until: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What goes wrong with one device and right itself again. Alarms are not drawn here: they follow from the effects. */
export class Happenings<Name extends string> {
  private readonly courses = new Map<Name, Course>()
  private readonly kinds: Readonly<Record<Name, Likelihood>>
  private readonly random: Random
  private readonly factor: number
  private now: number

  constructor(kinds: Readonly<Record<Name, Likelihood>>, { random, factor, now }: HappeningsStart) {
    this.kinds = kinds
    this.random = random
    this.factor = factor
    this.now = now
    for (const name of this.names()) {
      const { perDay, minutes } = kinds[name]
      const isOnAlready = random.chance((perDay * factor * minutes[1] * minuteMs) / dayMs)
      const from = isOnAlready ? now : now + this.wait(name)
      this.courses.set(name, { from, until: from + this.duration(name) })
    }
  }

  advance(now: number): void {
    this.now = now
    for (const [name, course] of this.courses) {
      if (now < course.until) continue
      course.from = now + this.wait(name)
      course.until = course.from + this.duration(name)
    }
  }

  has(name: Name): boolean {
    const course = this.courses.get(name)
    return course !== undefined && course.from <= this.now && this.now < course.until
  }

  /** Makes it happen now, whatever chance says. */
  begin(name: Name, durationMs: number): void {
    this.courses.set(name, { from: this.now, until: this.now + durationMs })
  }

  private names(): Name[] {
    return Object.keys(this.kinds).filter((name): name is Name => Object.hasOwn(this.kinds, name))
  }

  private wait(name: Name): number {
    const perMs = (this.kinds[name].perDay * this.factor) / dayMs
    return perMs > 0 ? -Math.log(1 - this.random.next()) / perMs : Infinity
  }

  private duration(name: Name): number {
    const [least, most] = this.kinds[name].minutes
    return this.random.between(least, most) * minuteMs
  }
}

interface HappeningsStart {
  readonly random: Random
  /** Multiplies every likelihood: 0 for a device to which nothing ever happens. */
  readonly factor: number
  readonly now: number
}
