import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import type { Progress } from './judge.ts'
import type { RolloutBody } from './kinds.ts'

/** A roll-out as the engine takes it. */
export interface TurningRollout {
  readonly id: number
  readonly kind: string
  readonly body: RolloutBody
  readonly groupSize: number | null
  readonly intervalMinutes: number | null
  readonly windowFrom: number | null
  readonly windowUntil: number | null
  readonly failureThreshold: number
  readonly deadlineHours: number
  readonly beginsWithOne: boolean
  readonly isLed: boolean
  readonly round: number
  readonly groupsSent: number
  readonly nextGroupAt: string | null
  readonly createdBy: number | null
}

/** Those that have something to do or to wait for. */
export async function openRollouts(db: SystemDb, now: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from rollouts
    where state in ('scheduled', 'running', 'paused')
      and (state = 'running' or (state = 'scheduled' and starts_at <= ${now}))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

const turning = sql`
  id, kind, body, state, group_size, interval_minutes, window_from, window_until, failure_threshold, deadline_hours,
  begins_with_one, is_led, round, groups_sent, next_group_at, created_by`

/** Takes a roll-out's turn until the transaction ends; undefined where another process has it, or a person has stopped it. */
export async function takeTurn(db: Db, id: number, now: string): Promise<TurningRollout | undefined> {
  const { rows } = await sql<TurningRollout & { readonly state: string }>`
    select ${turning} from rollouts
    where id = ${id} and (state = 'running' or (state = 'scheduled' and starts_at <= ${now}))
    for update skip locked`.execute(db)
  const [rollout] = rows
  if (!rollout || (rollout.state === 'running' && rollout.nextGroupAt !== null)) return rollout
  const begun = await sql<TurningRollout>`
    update rollouts set state = 'running', started_at = coalesce(started_at, ${now}),
      next_group_at = coalesce(next_group_at, ${now})
    where id = ${id} returning ${turning}`.execute(db)
  return begun.rows[0]
}

/** Ends the targets that were waited for long enough. Answers how many. */
export async function endOverdue(db: Db, id: number, now: string): Promise<number> {
  const { rows } = await sql`
    update rollout_targets set state = 'failed', result = -1, finished_at = ${now},
      reason = case when reason = 'offline' then 'deadline' else coalesce(reason, 'deadline') end
    where rollout_id = ${id} and state = 'waiting' and deadline_at <= ${now} returning id`.execute(db)
  return rows.length
}

/** Skips the targets whose device is gone, or has left what the creator saw. Answers how many. */
export async function skipGone(db: Db, id: number, now: string): Promise<number> {
  const { rows } = await sql`
    with gone as (
      select t.id, case when d.id is null then 'deviceDeleted' else 'deviceMoved' end as why
      from rollout_targets t join rollouts r on r.id = t.rollout_id left join devices d on d.id = t.device_id
      where t.rollout_id = ${id} and t.state = 'waiting' and (d.id is null or not rollout_reaches(r, d))
    )
    update rollout_targets t set state = 'skipped', reason = why, finished_at = ${now}
    from gone where t.id = gone.id returning t.id`.execute(db)
  return rows.length
}

export async function progressOf(db: Db, id: number, round: number): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'sent') as sent,
      count(*) filter (where ended) as judged,
      count(*) filter (where ended and state = 'failed') as judged_failed,
      count(*) filter (where is_canary and state in ('waiting', 'sent')) as canaries_open,
      count(*) filter (where is_canary) as canaries,
      count(*) filter (where is_canary and ended) as canaries_judged,
      count(*) filter (where is_canary and ended and state = 'failed') as canaries_failed,
      count(*) filter (where told) as leaders,
      count(*) filter (where told and state = 'failed') as leaders_failed,
      max(work_id) filter (where told and state = 'success') as leader_work_id,
      max(finished_at) filter (where told and state = 'success') as leader_finished_at
    from (
      select state, is_canary, work_id, finished_at,
        round is not distinct from ${round}::int and state in ('success', 'failed') as ended,
        round is not distinct from ${round}::int and state in ('sent', 'success', 'failed') as told
      from rollout_targets where rollout_id = ${id}
    ) as target`.execute(db)
  const [progress] = rows
  if (!progress) throw new Error('an aggregate has one row')
  return progress
}

interface Next {
  readonly nextGroupAt: string
  readonly now: string
}

export async function noteGroup(db: Db, id: number, { nextGroupAt, now }: Next): Promise<void> {
  await sql`
    update rollouts set groups_sent = groups_sent + 1, last_group_at = ${now}, next_group_at = ${nextGroupAt}
    where id = ${id}`.execute(db)
}

export async function moveGroup(db: Db, id: number, nextGroupAt: string): Promise<void> {
  await sql`update rollouts set next_group_at = ${nextGroupAt} where id = ${id}`.execute(db)
}

export async function endRollout(
  db: Db,
  id: number,
  end: { readonly state: 'stopped' | 'completed'; readonly reason: string | null; readonly now: string },
): Promise<void> {
  await sql`
    update rollouts set state = ${end.state}, stop_reason = ${end.reason}, finished_at = ${end.now}
    where id = ${id}`.execute(db)
}

export async function noteLed(db: Db, id: number): Promise<void> {
  await sql`update rollouts set is_led = true where id = ${id}`.execute(db)
}
