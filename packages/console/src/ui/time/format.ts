import type { Language } from '@wattkeeper/contracts/kit'

type Parts = Readonly<Record<string, string>>

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

function partsOf(at: number, zone: string): Parts {
  return Object.fromEntries(
    formatIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
}

/** `14:03:22` in the platform's zone. */
export function clockTime(at: number, zone: string): string {
  const { hour, minute, second } = partsOf(at, zone)
  return `${hour}:${minute}:${second}`
}

/** `2026-01-02 14:03:22` in the platform's zone: also the form in which filters send times. */
export function dateTime(at: number, zone: string): string {
  const { year, month, day } = partsOf(at, zone)
  return `${year}-${month}-${day} ${clockTime(at, zone)}`
}

/** `GMT+8` */
export function zoneName(at: number, zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relative = {
  zh: new Intl.RelativeTimeFormat('zh-CN', { style: 'short' }),
  en: new Intl.RelativeTimeFormat('en', { style: 'short' }),
}

/** "3 分钟前", "2 hr. ago"; under a minute in seconds. */
export function ago(at: number, now: number, language: Language): string {
  const seconds = Math.round((at - now) / 1000)
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  // what is now has been: "0 秒前", not "0 秒后"
  return relative[language].format(Math.trunc(seconds / size) || -0, unit)
}
