import {
  logAnswerMs,
  logExtractionProblems as problems,
  logWindowMs,
} from '@wattkeeper/contracts/api/log-extraction'
import { fail } from '@wattkeeper/contracts/kit'
import { instantOf, wallClock } from '../../platform/clock/instant.ts'

const dayMs = 86_400_000

interface Wanted {
  readonly startTime: string
  readonly endTime: string
}

/** A range in ms that ends now at the latest. Both picks are whole days, so that 15 days apart are 16 days of log. */
export function checkRange({ startTime, endTime }: Wanted, now: number, timeZone: string) {
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)]
  if (start > end) fail(problems.wrongOrder)
  if (start > now || end >= endOfDay(now, timeZone)) fail(problems.future)
  if (end - start >= logWindowMs + dayMs) fail(problems.tooWide)
  return { start, end: Math.min(end, now) }
}

/** The first instant of tomorrow where the platform is. */
function endOfDay(now: number, timeZone: string): number {
  const tomorrow = wallClock(timeZone)(new Date(now + dayMs).toISOString()).slice(0, 10)
  return Date.parse(instantOf(tomorrow, timeZone) ?? new Date(now + dayMs).toISOString())
}

export type Outcome = 'stored' | 'empty' | 'refused' | 'silent' | 'late' | 'tooLarge'

/** What is known of an extraction: what the link received, and what became of the command. */
export interface Signs {
  readonly createdAt: string
  readonly endsAt: string
  readonly fileId: number | null
  readonly size: number | null
  readonly activeAt: string | null
  readonly failure: string | null
  readonly commandState: string | null
  readonly result: number | null
  readonly reason: string | null
}

/** Whether an extraction is over, and how. What has arrived counts, whatever else went wrong. */
export function judge(signs: Signs, now: number): Outcome | 'waiting' {
  const { createdAt, endsAt, fileId, size, activeAt, failure, commandState, result, reason } = signs
  if (fileId !== null && size !== null) return size === 0 ? 'empty' : 'stored'
  if (failure === 'tooLarge') return 'tooLarge'
  const isOver = commandState === 'done' && result !== 1
  if (isOver && reason === 'refused') return 'refused'
  if (isOver && activeAt === null) return 'silent'
  if (now >= Date.parse(endsAt)) return 'late'
  const heardAt = Math.max(Date.parse(createdAt), activeAt === null ? 0 : Date.parse(activeAt))
  return now - heardAt > logAnswerMs ? 'silent' : 'waiting'
}
