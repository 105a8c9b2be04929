import { type PaceExtras, type RolloutKindName, rolloutProblems } from '@wattkeeper/contracts/api/rollouts'
import { type ProblemKind, fail } from '@wattkeeper/contracts/kit'
import type { RawBuilder } from 'kysely'
import { randomInt } from 'node:crypto'
import type { Db } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { wallClock } from '../../platform/clock/instant.ts'
import * as queries from './create-queries.ts'

const prefixes = { params: 'PS', firmware: 'FW' } as const
const defaults = { failureThreshold: 0.2, deadlineHours: 24 }

export interface NewRollout {
  readonly kind: RolloutKindName
  readonly body: object
  readonly remark?: string | undefined
  /** null: no limit */
  readonly pace: { readonly count: number; readonly minutes: number } | null
  readonly extras?: PaceExtras
  /** A select as `RolloutKind.candidates` answers it. */
  readonly candidates: RawBuilder<unknown>
  /** One device first; the others when that one has signed in again. */
  readonly beginsWithOne?: boolean
  readonly undoes?: number
  /** Said when no device is left to be told. */
  readonly whenNone?: ProblemKind
  /** Which order the targets come in; chosen by chance unless a test says. */
  readonly seed?: number
}

interface Context {
  readonly caller: Caller
  readonly now: number
  readonly timeZone: string
}

export interface CreatedRollout {
  readonly id: number
  readonly code: string
  readonly total: number
  readonly skipped: number
}

/** Writes a roll-out and all its targets in the caller's transaction, in the caller's scope. The engine does the rest. */
export async function createRollout(db: Db, wanted: NewRollout, context: Context): Promise<CreatedRollout> {
  const { caller, now, timeZone } = context
  const id = await queries.nextId(db)
  const day = wallClock(timeZone)(new Date(now).toISOString()).slice(0, 10).replaceAll('-', '')
  const code = `${prefixes[wanted.kind]}${day}${String(id).padStart(6, '0')}`
  await queries.insertRollout(
    db,
    {
      ...{ id, code, kind: wanted.kind, remark: wanted.remark ?? '', body: JSON.stringify(wanted.body) },
      ...{ organizationId: caller.organizationId, createdBy: caller.userId, createdByName: caller.userName },
      ...courseOf(wanted, now),
      createdAt: new Date(now).toISOString(),
      seed: wanted.seed ?? randomInt(2 ** 31 - 1),
      beginsWithOne: wanted.beginsWithOne ?? false,
      undoes: wanted.undoes ?? null,
    },
    caller.scope,
  )
  return { id, code, ...(await freezeTargets(db, id, wanted)) }
}

/** When, how many at a time, and when to stop. */
export function courseOf({ extras = {}, pace }: Pick<NewRollout, 'extras' | 'pace'>, now: number) {
  return {
    ...{ groupSize: pace?.count ?? null, intervalMinutes: pace?.minutes ?? null },
    ...windowOf(extras),
    startsAt: extras.startTime ?? new Date(now).toISOString(),
    failureThreshold: extras.failureThreshold ?? defaults.failureThreshold,
    deadlineHours: extras.deadlineHours ?? defaults.deadlineHours,
  }
}

/** Writes the targets down that are meant now. 422 where none would be told. */
export async function freezeTargets(
  db: Db,
  id: number,
  { extras = {}, candidates, whenNone }: Pick<NewRollout, 'extras' | 'candidates' | 'whenNone'>,
) {
  const canaryCodes = extras.canaryCodes ?? []
  const counts = await queries.insertTargets(db, id, {
    ...{ candidates, canaryCodes, canaryShare: extras.canaryShare ?? null, insists: extras.insist ?? false },
  })
  if (counts.total - counts.skipped === 0) fail(whenNone ?? rolloutProblems.noTargets)
  await refuseForeignCanaries(db, id, canaryCodes)
  return counts
}

async function refuseForeignCanaries(db: Db, id: number, codes: readonly string[]): Promise<void> {
  const foreign = await queries.codesBeyond(db, id, codes)
  if (foreign.length > 0) fail(rolloutProblems.foreignCanary, { codes: foreign.join(', ') })
}

/** 'HH:mm' as minutes of the day. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function windowOf({ windowStart, windowEnd }: PaceExtras) {
  if (!windowStart && !windowEnd) return { windowFrom: null, windowUntil: null }
  if (!windowStart || !windowEnd) return fail(rolloutProblems.halfWindow)
  if (windowStart === windowEnd) return fail(rolloutProblems.emptyWindow)
  return { windowFrom: minutesOf(windowStart), windowUntil: minutesOf(windowEnd) }
}
