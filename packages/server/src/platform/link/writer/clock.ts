/** What is believed of a sender's clock. Add `offsetMs` to what it says to get the platform's time. */
export interface Clock {
  offsetMs: number
  /** Newest instant stamped so far; -Infinity before the first. */
  newestAt: number
  /** Its clock cannot be right: shown to staff. */
  isWrong: boolean
}

/** A ts further ahead cannot be true. */
const MOST_AHEAD_MS = 10 * 60_000
/** What is sent as live and yet lies further behind than this was stamped by a clock that stepped back. */
const STEP_MS = 5 * 60_000
/** A message so fresh proves the clock right again. */
const FRESH_MS = 60_000

/**
 * Orders a message: by the earlier of its ts and its arrival, corrected for a clock that stepped. Only declared
 * backlog is history; whatever else arrives is live, however old it claims to be.
 * Undefined when the ts cannot be true at all.
 */
export function stamp(clock: Clock, message: Stamped): number | undefined {
  const { ts, arrivedAt, isBacklog, retentionMs } = message
  if (ts > arrivedAt + MOST_AHEAD_MS || ts < arrivedAt - retentionMs) {
    clock.isWrong = true
    return undefined
  }
  if (isBacklog) return Math.min(ts, arrivedAt)
  const lag = arrivedAt - ts
  if (lag >= 0 && lag <= FRESH_MS) {
    clock.offsetMs = 0
    clock.isWrong = false
  }
  if (ts + clock.offsetMs > arrivedAt) clock.offsetMs = lag
  let at = ts + clock.offsetMs
  if (at < clock.newestAt - STEP_MS) {
    clock.offsetMs = lag
    clock.isWrong = true
    at = arrivedAt
  }
  if (at > clock.newestAt) clock.newestAt = at
  return at
}

export interface Stamped {
  ts: number
  arrivedAt: number
  isBacklog: boolean
  retentionMs: number
}
