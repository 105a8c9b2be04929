import { offsetMs } from '../../platform/clock/instant.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** So late a group may come and the next still keep its place: nothing drifts, and nothing comes closer than that. */
const lateShare = 0.02

/** So many devices every so many minutes; null: no limit. */
export interface Pace {
  readonly groupSize: number | null
  readonly intervalMinutes: number | null
}

/** Minutes of the platform's day, [from, until); over midnight where until comes first. */
export interface Window {
  readonly from: number
  readonly until: number
}

const intervalOf = ({ intervalMinutes }: Pace): number => (intervalMinutes ?? 0) * minuteMs

/** When the group after one that went out at `now`, and was due at `due`, is due. */
export function nextGroup(pace: Pace, due: number, now: number): number {
  const interval = intervalOf(pace)
  const late = now - due
  return (late >= 0 && late <= interval * lateShare ? due : now) + interval
}

/** A clock that was set back must not hold the groups up: none is further off than an interval. */
export function heldWithin(pace: Pace, due: number, now: number): number {
  return Math.min(due, now + intervalOf(pace))
}

export function isOpen(window: Window | undefined, now: number, timeZone: string): boolean {
  if (!window) return true
  const minute = Math.floor(wallOf(now, timeZone) / minuteMs)
  const { from, until } = window
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** The earliest instant from `at` on at which the window is open. */
export function openingAfter(window: Window | undefined, at: number, timeZone: string): number {
  if (!window || isOpen(window, at, timeZone)) return at
  const wall = wallOf(at, timeZone)
  const wait = (window.from * minuteMs - wall + dayMs) % dayMs
  // A day on which the clock is changed is an hour longer or shorter.
  const guess = at + wait
  return guess + ((window.from * minuteMs - wallOf(guess, timeZone) + dayMs * 1.5) % dayMs) - dayMs / 2
}

/** Milliseconds since midnight on the wall clock of the zone. */
function wallOf(at: number, timeZone: string): number {
  const wall = (at + offsetMs(at, timeZone)) % dayMs
  return wall < 0 ? wall + dayMs : wall
}

interface Remaining {
  readonly pace: Pace
  readonly window: Window | undefined
  readonly waiting: number
  /** When the next group is due. */
  readonly due: number
  readonly timeZone: string
}

/** When the last group goes out, if all that wait are online when their turn comes. */
export function lastGroup({ pace, window, waiting, due, timeZone }: Remaining): number {
  const first = openingAfter(window, due, timeZone)
  const groups = pace.groupSize === null ? 1 : Math.ceil(waiting / pace.groupSize)
  if (!window || groups <= 1) return first + Math.max(0, groups - 1) * intervalOf(pace)
  let at = first
  for (let group = 1; group < groups; group += 1) at = openingAfter(window, at + intervalOf(pace), timeZone)
  return at
}
