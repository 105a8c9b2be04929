/** The time as the process sees it; tests move it. */
export interface Clock {
  now(): number
  /** Milliseconds that have passed since some moment, whatever the clock is set to. Absent: the clock is never set. */
  elapsed?(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }
