const minuteMs = 60_000

/** Without progress for so long an upgrade has failed; so long, too, a board may take to come back with its version. */
export const SILENCE_MS = 10 * minuteMs
/** From the first sending until the device says that it is done, and so long its link is good. */
export const MOST_IN_FLIGHT_MS = 120 * minuteMs
/** A board that names another version than it said it has may be in the middle of its restarts. */
export const CONTRADICTION_MS = minuteMs
