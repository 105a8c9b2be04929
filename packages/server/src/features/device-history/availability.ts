import { type Availability, availabilityHours } from '@wattkeeper/contracts/api/device-history'

/** A device came or went. */
export interface Change {
  readonly at: number
  readonly isOnline: boolean
}

interface Stretch {
  readonly from: number
  readonly until: number
  readonly isOnline: boolean
}

const hourMs = 3_600_000
const slicesOf = { 24: 144, 168: 168, 720: 180 } as const

/** How long a device was online, from its changes in their order; the first one says since when it is known at all. */
export function availabilityOf(
  changes: readonly Change[],
  hours: keyof typeof slicesOf,
  now: number,
): Availability {
  const stretches = stretchesOf(changes, now)
  const count = slicesOf[hours]
  const sliceMs = (hours * hourMs) / count
  const since = now - hours * hourMs
  return {
    windows: availabilityHours.map((each) => ({
      hours: each,
      share: shareWithin(stretches, now - each * hourMs, now),
      drops: changes.filter(
        ({ at, isOnline }, place) =>
          !isOnline && at > now - each * hourMs && changes[place - 1]?.isOnline === true,
      ).length,
    })),
    since: new Date(since).toISOString(),
    sliceMs,
    slices: sharesOf(stretches, { since, sliceMs, count }),
  }
}

function stretchesOf(changes: readonly Change[], now: number): Stretch[] {
  return changes.map(({ at, isOnline }, place) => ({
    from: at,
    until: Math.max(at, changes[place + 1]?.at ?? now),
    isOnline,
  }))
}

/** null where nothing is known of the device. */
function shareWithin(stretches: readonly Stretch[], from: number, until: number): number | null {
  let known = 0
  let online = 0
  for (const stretch of stretches) {
    const overlap = Math.min(stretch.until, until) - Math.max(stretch.from, from)
    if (overlap <= 0) continue
    known += overlap
    if (stretch.isOnline) online += overlap
  }
  return known > 0 ? online / known : null
}

interface Slices {
  readonly since: number
  readonly sliceMs: number
  readonly count: number
}

/** One walk over the stretches, however many: a device may flap all month. */
function sharesOf(stretches: readonly Stretch[], { since, sliceMs, count }: Slices): (number | null)[] {
  const known = new Array<number>(count).fill(0)
  const online = new Array<number>(count).fill(0)
  for (const { from, until, isOnline } of stretches) {
    const first = Math.max(0, Math.floor((from - since) / sliceMs))
    const last = Math.min(count - 1, Math.floor((until - since) / sliceMs))
    for (let slice = first; slice <= last; slice++) {
      const begin = since + slice * sliceMs
      const overlap = Math.min(until, begin + sliceMs) - Math.max(from, begin)
      if (overlap <= 0) continue
      known[slice] = (known[slice] ?? 0) + overlap
      if (isOnline) online[slice] = (online[slice] ?? 0) + overlap
    }
  }
  return known.map((ms, slice) => (ms > 0 ? (online[slice] ?? 0) / ms : null))
}
