/** Alarm signals by code: bits or a value, 0 when all is well. */
export type AlarmWords = Readonly<Record<string, number>>

/** The word whose bits stand for what holds: `bits([isHot, 6], [isFrozen, 8])`. */
export function bits(...conditions: readonly (readonly [holds: boolean, bit: number])[]): number {
  let word = 0
  for (const [holds, bit] of conditions) if (holds) word |= 1 << bit
  return word >>> 0
}

/** Remembers what has tripped: trips at one level, lets go only at another, so that an alarm does not flicker. */
export class Trips {
  private readonly tripped = new Set<string>()

  above(name: string, value: number, [trip, release]: readonly [number, number]): boolean {
    return this.keep(name, value >= trip, value <= release)
  }

  below(name: string, value: number, [trip, release]: readonly [number, number]): boolean {
    return this.keep(name, value <= trip, value >= release)
  }

  private keep(name: string, trips: boolean, releases: boolean): boolean {
    if (trips) this.tripped.add(name)
    else if (releases) this.tripped.delete(name)
    return this.tripped.has(name)
  }
}
