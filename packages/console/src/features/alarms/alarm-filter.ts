import { type FilterOf, as } from '../../ui/url/codecs.ts'

/** The screen's filter as it stands in the address, under the names of the wire; both tabs share it. */
export const alarmCodecs = {
  organizationId: as.number,
  operatorId: as.number,
  modelIds: as.numbers,
  content: as.text,
  level: as.number,
  startTime: as.text,
  endTime: as.text,
} as const
export type AlarmListFilter = FilterOf<typeof alarmCodecs>

export const tabs = as.oneOf('current', 'history')

export const levels = [1, 2, 3, 4] as const

/** Of a level that the dictionary does not give: 0. */
export const knownLevel = (level: number | null): 0 | (typeof levels)[number] =>
  levels.find((known) => known === level) ?? 0

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000
const minuteMs = 60 * 1000

/** The two largest units of a duration: `2d 3h`, `5m 10s`. */
export function durationText(ms: number): string {
  const parts = [
    [Math.floor(ms / dayMs), 'd'],
    [Math.floor((ms % dayMs) / hourMs), 'h'],
    [Math.floor((ms % hourMs) / minuteMs), 'm'],
    [Math.floor((ms % minuteMs) / 1000), 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0s'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ')
}
