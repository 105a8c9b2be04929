import { type RolloutDetail, rolloutProblems } from '@wattkeeper/contracts/api/rollouts'
import { type Language, fail } from '@wattkeeper/contracts/kit'
import type { Db, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { heldWithin, lastGroup } from './pace.ts'
import { firmwareOf, paramsOf, rolloutOf, versionOf } from './present.ts'
import * as queries from './read-queries.ts'
import { readableKinds } from './rights.ts'
import { reasonText } from './wording.ts'

interface Reading {
  readonly db: Db
  readonly caller: Caller
  readonly services: Services
  readonly language: Language
}

/** A roll-out that the caller may look at. */
export async function readable({ db, caller }: Pick<Reading, 'db' | 'caller'>, id: number) {
  const row = await queries.findRollout(db, id)
  return row && readableKinds(caller).includes(row.kind) ? row : fail(rolloutProblems.notFound)
}

export async function detailOf(id: number, reading: Reading): Promise<RolloutDetail> {
  const { db, services, language } = reading
  const row = await readable(reading, id)
  const rollout = rolloutOf(row)
  const now = services.clock.now()
  const reasons = await queries.reasonsOf(db, id)
  const until = rollout.finishTime !== null && rollout.counts.sent === 0 ? rollout.finishTime : iso(now)
  const { undoes, undoneBy, canaries, beginsWithOne, failureThreshold, deadlineHours } = row
  return {
    ...rollout,
    ...{
      undoes,
      undoneBy,
      canaries,
      beginsWithOne,
      failureThreshold: rounded(failureThreshold),
      deadlineHours,
    },
    params: paramsOf(row.body),
    versionId: versionOf(row.body),
    firmware: firmwareOf(row.body),
    windowStart: clockTime(row.windowFrom),
    windowEnd: clockTime(row.windowUntil),
    isPartial: rollout.total < row.meant,
    nextGroupTime: rollout.state === 'running' || rollout.state === 'scheduled' ? iso(dueOf(row, now)) : null,
    lastGroupTime: row.lastGroupAt,
    estimatedEndTime: estimateOf(row, rollout.counts.waiting, { now, timeZone: services.timeZone }),
    reasons: reasons.map(({ state, reason, count }) => ({
      ...{ state, reason, count },
      label: reasonText(reason, language),
    })),
    curve: await queries.curveOf(db, id, {
      since: rollout.startTime,
      until: later(until, rollout.startTime),
    }),
  }
}

const iso = (at: number): string => new Date(at).toISOString()
const later = (one: string, other: string): string => (one > other ? one : other)
/** A real has seven digits, and 0.2 is none of them. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000

/** Minutes of the day as 'HH:mm'. */
function clockTime(minutes: number | null): string | null {
  if (minutes === null) return null
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const paceOf = ({ upgradeCount, interval }: queries.DetailRow) => ({
  groupSize: upgradeCount,
  intervalMinutes: interval,
})

/** When the next group is due. */
function dueOf(row: queries.DetailRow, now: number): number {
  if (row.nextGroupAt === null) return Math.max(now, Date.parse(row.startsAt))
  return Math.max(now, heldWithin(paceOf(row), Date.parse(row.nextGroupAt), now))
}

function estimateOf(
  row: queries.DetailRow,
  waiting: number,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): string | null {
  if (!['running', 'scheduled'].includes(row.state)) return null
  const { windowFrom: from, windowUntil: until } = row
  const window = from === null || until === null ? undefined : { from, until }
  return iso(lastGroup({ pace: paceOf(row), window, waiting, due: dueOf(row, now), timeZone }))
}
