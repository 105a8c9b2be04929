import { dateTime } from '../../../ui/time/format.ts'
import { usePlatformZone } from '../../../ui/time/zone.ts'
import { useNow } from '../../../ui/time/useNow.ts'
import { useDialogQuery } from '../../../api/device-dialogs.ts'

/** Wall-clock times of the platform: `2026-01-02 14:03:22`. */
export interface Range {
  readonly from: string | undefined
  readonly to: string | undefined
}

const hourMs = 3_600_000
const chartEveryMs = 10_000
const wallClock = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
const known = (text: string | undefined) => (text && wallClock.test(text) ? text : undefined)

/** The time filter of the data tabs stands in the address. */
export function useRange(): { readonly range: Range; readonly set: (range: Range) => void } {
  const { get, change } = useDialogQuery()
  return {
    range: { from: known(get('from')), to: known(get('to')) },
    set: ({ from, to }) => change({ from, to }),
  }
}

/** Moves a wall-clock time, as if days had no change of the clocks. */
function moved(wall: string, ms: number): string {
  const at = new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + ms)
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

export interface ChartSpan {
  readonly startTime: string
  readonly endTime: string
}

/** What the chart shows of a range: without a beginning the last hour of it. Before `now` nothing is yet to come. */
export function chartSpan({ from, to }: Range, now: string): ChartSpan {
  const endTime = to !== undefined && to < now ? to : now
  return { startTime: from ?? moved(endTime, -hourMs), endTime }
}

export function useChartSpan(range: Range): ChartSpan {
  const zone = usePlatformZone()
  const now = useNow(chartEveryMs)
  return chartSpan(range, dateTime(Math.ceil(now / chartEveryMs) * chartEveryMs, zone))
}

/** New readings belong to what is shown: its end is open, and the newest come first. */
export const isLive = ({ to }: Range, pageNum: number, now: string): boolean =>
  pageNum === 1 && (to === undefined || to > now)
