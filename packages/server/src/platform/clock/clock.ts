/** The time as the process sees it; tests move it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
