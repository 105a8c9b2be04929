const local = /^(\d{4})-(\d{2})-(\d{2})(?:[ ](\d{2}):(\d{2})(?::(\d{2}))?)?$/
const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/**
 * Reads ISO 8601, or `YYYY-MM-DD[ HH:mm[:ss]]` in `timeZone` (IANA name), and answers ISO 8601 in UTC;
 * undefined when it is neither, or names a day that does not exist.
 */
export function instantOf(text: string, timeZone: string): string | undefined {
  if (iso.test(text)) return isoOf(Date.parse(text))
  const parts = local.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0))
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const asWritten =
    new Date(wall).toISOString().startsWith(text.slice(0, 10)) && hour < 24 && minute < 60 && second < 60
  if (!asWritten) return undefined
  // The offset at the wall time read as UTC may differ from the one at the instant; one correction settles it.
  const guess = wall - offsetMs(wall, timeZone)
  return isoOf(wall - offsetMs(guess, timeZone))
}

const isoOf = (ms: number): string | undefined => (Number.isNaN(ms) ? undefined : new Date(ms).toISOString())

/** How far the zone's wall clock is ahead of UTC at an instant. */
export function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(at / 1000) * 1000
}

/** Writes instants as a wall clock in the zone shows them: `YYYY-MM-DD HH:mm:ss`. */
export function wallClock(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (instant) => format.format(Date.parse(instant))
}
