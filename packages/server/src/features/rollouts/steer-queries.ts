import type { RolloutKindName, RolloutState } from '@wattkeeper/contracts/api/rollouts'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'

export interface SteeredRollout {
  readonly id: number
  readonly kind: RolloutKindName
  readonly state: RolloutState
  readonly groupSize: number | null
  readonly intervalMinutes: number | null
  readonly failureThreshold: number
  readonly deadlineHours: number
  readonly beginsWithOne: boolean
  readonly code: string
  readonly isPartial: boolean
}

/** A roll-out that the caller sees, held until the transaction ends: the engine's turn waits, or has waited for it. */
export async function holdRollout(db: Db, id: number): Promise<SteeredRollout | undefined> {
  const { rows } = await sql<SteeredRollout>`
    select r.id, r.kind, r.state, r.group_size, r.interval_minutes, r.failure_threshold::float8 as failure_threshold,
      r.deadline_hours, r.begins_with_one, r.code
    from rollouts r where r.id = ${id} for update`.execute(db)
  const [rollout] = rows
  return rollout && { ...rollout, isPartial: await isPartial(db, id) }
}

/** The caller sees fewer targets than there are. */
async function isPartial(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ isPartial: boolean }>`
    select total > (select count(*) from rollout_targets t where t.rollout_id = r.id) as is_partial
    from rollouts r where r.id = ${id}`.execute(db)
  return rows[0]?.isPartial ?? true
}

export async function setState(
  db: Db,
  id: number,
  { state, finishedAt }: { readonly state: RolloutState; readonly finishedAt: string | null },
): Promise<void> {
  await sql`update rollouts set state = ${state}, finished_at = ${finishedAt} where id = ${id}`.execute(db)
}

/** It goes on, or begins; after a stop its failures are judged anew, and one that begins with one device begins so again. */
export async function letGoOn(db: Db, id: number, { isAnew }: { readonly isAnew: boolean }): Promise<void> {
  await sql`
    update rollouts set finished_at = null, stop_reason = null,
      state = case when started_at is null then 'scheduled' else 'running' end,
      round = round + ${isAnew ? 1 : 0}, is_led = is_led and ${!isAnew}
    where id = ${id}`.execute(db)
}

/** Nothing that waits is told any more. Answers the work that is on its way. */
export async function cancelWaiting(db: Db, id: number, now: string): Promise<number[]> {
  await sql`
    update rollout_targets set state = 'canceled', finished_at = ${now}
    where rollout_id = ${id} and state = 'waiting'`.execute(db)
  const { rows } = await sql<{ workId: number }>`
    select work_id from rollout_targets where rollout_id = ${id} and state = 'sent' order by work_id`.execute(
    db,
  )
  return rows.map(({ workId }) => workId)
}

export async function cancelWithdrawn(
  db: Db,
  id: number,
  { workIds, now }: { readonly workIds: readonly number[]; readonly now: string },
): Promise<void> {
  await sql`
    update rollout_targets set state = 'canceled', reason = 'withdrawn', finished_at = ${now}
    where rollout_id = ${id} and state = 'sent' and work_id = any(${workIds}::bigint[])`.execute(db)
}

/** Answers how many wait again. Whoever tries again insists. */
export async function failedWaitAgain(db: Db, id: number): Promise<number> {
  const { rows } = await sql`
    update rollout_targets set state = 'waiting', reason = null, message = null, result = null, work_id = null,
      finished_at = null, deadline_at = null, sent_at = null, back_at = null, insists = true
    where rollout_id = ${id} and state = 'failed' returning id`.execute(db)
  return rows.length
}

/** Targets that may have taken what an undone roll-out set, with the values before; null where they are not known. */
export function toTakeBack(id: number) {
  return sql`
    select t.device_id, t.part_type, t.addr_id, null::text as version_before,
      case when before.params is null then 'noValueBefore' end as skipped,
      jsonb_build_object('params', coalesce(before.params, '[]')) as body
    from rollout_targets t
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', v.id, 'value', v.value)) as params
      from jsonb_to_recordset(t.value_before) as v (id text, value text) where v.value is not null
    ) as before
    where t.rollout_id = ${id} and t.work_id is not null
      and (t.state = 'success' or (t.state = 'failed' and t.result is distinct from -1))`
}
