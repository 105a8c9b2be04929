export type Ending = { livedMs: number; wasKilled: boolean }

const firstMs = 200
const killed = { longestMs: 10_000, stableMs: 30_000 }
// Whoever gives up by itself will most likely do so again: its reason has to be removed by a person.
const gaveUp = { longestMs: 60_000, stableMs: 300_000 }

/** How long to wait before a process that ended is started again: longer each time, until it has lived for a while. */
export function nextPause(beforeMs: number | undefined, { livedMs, wasKilled }: Ending): number {
  const { longestMs, stableMs } = wasKilled ? killed : gaveUp
  if (beforeMs === undefined || livedMs > stableMs) return firstMs
  return Math.min(beforeMs * 2, longestMs)
}
