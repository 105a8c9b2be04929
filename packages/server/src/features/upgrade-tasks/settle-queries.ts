import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import type { Attempt, Outcome } from '../rollouts/index.ts'

interface EndedJob {
  readonly id: number
  readonly deviceId: number
  readonly partType: string
  readonly addrId: number
  readonly source: string
  readonly state: 'success' | 'failed' | 'canceled'
  readonly reason: string | null
  readonly message: string | null
  readonly sentAt: string | null
  readonly finishedAt: string
}

/** Ends that are not the device's doing. */
const excused: ReadonlySet<string> = new Set(['deviceDeleted', 'deviceMoved', 'canceled', 'earlierFailed'])
/** Ends that say nothing of the device or its version. */
const uncounted: ReadonlySet<string> = new Set([...excused, 'deadline', 'fileGone'])
const SOME = 1_000

/** Takes upgrades whose end has not been counted; whoever takes them counts them, in the same transaction. */
export async function takeEnded(db: Db): Promise<EndedJob[]> {
  const { rows } = await sql<EndedJob>`
    with ended as (
      select id from upgrade_jobs where finished_at is not null and not is_settled
      order by id limit ${SOME} for update skip locked
    )
    update upgrade_jobs job set is_settled = true from ended where job.id = ended.id
    returning job.id, device_id, part_type, addr_id, source, state, reason, message, sent_at, finished_at`.execute(
    db,
  )
  return rows
}

export function outcomeOf({ id, state, reason, message, sentAt, finishedAt }: EndedJob): Outcome {
  const isExcused = state === 'canceled' || excused.has(reason ?? '')
  return {
    ...{ workId: id, reason, message, sentAt },
    backAt: sentAt === null ? null : finishedAt,
    state: state === 'success' ? 'success' : isExcused ? 'skipped' : 'failed',
    result: state === 'success' ? 1 : sentAt === null ? -1 : 0,
  }
}

/** Of what a person ordered: roll-outs count their own. */
export const attemptsOf = (jobs: readonly EndedJob[]): Attempt[] =>
  jobs
    .filter(({ source, reason }) => source === 'manual' && !uncounted.has(reason ?? ''))
    .map(({ deviceId, partType, addrId, state }) => ({
      ...{ deviceId, partType, addrId },
      isSuccess: state === 'success',
    }))

/** Tasks' upgrades that have gone out since they were last looked at. */
export async function goneOut(db: SystemDb): Promise<Outcome[]> {
  const { rows } = await sql<{ workId: number; sentAt: string }>`
    select job.id as work_id, job.sent_at from rollout_targets t join upgrade_jobs job on job.id = t.work_id
    where t.kind = 'firmware' and t.state = 'sent' and job.finished_at is null and job.sent_at is not null
      and t.sent_at is null
    limit ${SOME}`.execute(db)
  return rows.map((row) => ({ ...row, state: 'sent' }))
}
