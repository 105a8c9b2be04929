import type { Random } from '../random.ts'

const firstMs = 1_000
const longestMs = 60_000

/** Doubles from attempt to attempt; the jitter keeps a fleet that lost its broker from coming back as one. */
export function backoffMs(attempt: number, random: Random): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 10))
  return random.between(ceiling / 2, ceiling)
}
