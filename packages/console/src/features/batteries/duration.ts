const minuteMs = 60_000
const hourMinutes = 60
const dayHours = 24

interface Duration {
  readonly unit: 'days' | 'hours' | 'minutes'
  readonly parts: { readonly days: number; readonly hours: number; readonly minutes: number }
}

/** How long something lasted, in the two units that matter. */
export function durationOf(ms: number): Duration {
  const all = Math.max(0, Math.round(ms / minuteMs))
  const hours = Math.floor(all / hourMinutes)
  const parts = { days: Math.floor(hours / dayHours), hours: hours % dayHours, minutes: all % hourMinutes }
  return { unit: parts.days > 0 ? 'days' : hours > 0 ? 'hours' : 'minutes', parts }
}
