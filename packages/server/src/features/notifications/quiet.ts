export interface QuietHours {
  /** Minutes of the day; equal: never. */
  readonly quietFrom: number
  readonly quietUntil: number
}

/** Whether an instant lies in somebody's quiet hours, which may run over midnight. */
export function isQuiet({ quietFrom, quietUntil }: QuietHours, now: number, timeZone: string): boolean {
  const minute = minuteOfDay(now, timeZone)
  return quietFrom <= quietUntil
    ? minute >= quietFrom && minute < quietUntil
    : minute >= quietFrom || minute < quietUntil
}

function minuteOfDay(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(now)
    .split(':')
  return Number(parts[0]) * 60 + Number(parts[1])
}
