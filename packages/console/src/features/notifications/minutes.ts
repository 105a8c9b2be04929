const hour = 60

/** `07:30` of the 450th minute of a day. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / hour)).padStart(2, '0')}:${String(minute % hour).padStart(2, '0')}`

export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * hour + minutes
}
