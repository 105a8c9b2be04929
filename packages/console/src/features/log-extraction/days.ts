import { logWindowMs } from '@wattkeeper/contracts/api/log-extraction'

/** `2026-11-21`; days are compared as text. */
export type Day = string
export type Days = readonly [first: Day, last: Day]

const dayMs = 86_400_000
const windowDays = logWindowMs / dayMs

const noonOf = (day: Day) => Date.parse(`${day}T12:00:00Z`)

/** How many days lie between two. */
export const daysBetween = (one: Day, other: Day): number =>
  Math.round(Math.abs(noonOf(one) - noonOf(other)) / dayMs)

/** Days to come, and those more than 15 days before or after the one picked first, cannot be chosen. */
export function isOutside(day: Day, { today, picked }: { today: Day; picked: Day | undefined }): boolean {
  return day > today || (picked !== undefined && daysBetween(day, picked) > windowDays)
}

/** Both days whole, in the platform's zone. */
export const instantsOf = ([first, last]: Days) => ({
  startTime: `${first} 00:00:00`,
  endTime: `${last} 23:59:59`,
})

const kilo = 1024
/** `1.4 MB`, `20 KB` */
export function sizeText(count: number): string {
  if (count < kilo) return `${count} B`
  if (count < kilo * kilo) return `${(count / kilo).toFixed(1)} KB`
  return `${(count / kilo / kilo).toFixed(1)} MB`
}
