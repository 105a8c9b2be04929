import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import type { Progress } from './judge.ts'

/** A roll-out as the engine takes it. */
export interface TurningRollout {
  readonly id: number
  readonly kind: string
  readonly body: unknown
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
    where state in ('scheduled', 'running', 'paused') and (state = 'running' or (state = 'scheduled' and starts_at <= ${now}))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes a roll-out's turn until the transaction ends; undefined where another process has it, or a person has stopped it. */
export async function takeTurn(db: Db, id: number, now: string): Promise<TurningRollout | undefined> {
  const { rows } = await sql<TurningRollout>`
    with mine as (
      select id from rollouts
      where id = ${id} and (state = 'running' or (state = 'scheduled' and starts_at <= ${now}))
      for update skip locked
    )
    update rollouts set
      started_at = coalesce(started_at, ${now}), next_group_at = coalesce(next_group_at, ${now}), state = 'running'
    from mine where rollouts.id = mine.id
    returning rollouts.id, kind, body, group_size, interval_minutes, window_from, window_until, failure_threshold,
      deadline_hours, begins_with_one, is_led, round, groups_sent, next_group_at, created_by`.execute(db)
  return rows[0]
}

/** Ends the targets whose device is gone, or was waited for long enough. Answers how many. */
export async function endHopeless(db: Db, id: number, now: string): Promise<number> {
  const { rows } = await sql`
    with judged as (
      select t.id,
        case when d.id is null then 'deviceDeleted'
          when not rollout_reaches(r, d) then 'deviceMoved' end as gone
      from rollout_targets t join rollouts r on r.id = t.rollout_id left join devices d on d.id = t.device_id
      where t.rollout_id = ${id} and t.state = 'waiting'
        and (t.deadline_at <= ${now} or d.id is null or not rollout_reaches(r, d))
    )
    update rollout_targets t set state = case when gone is null then 'failed' else 'skipped' end,
      reason = coalesce(gone, case t.reason when 'offline' then 'deadline' else coalesce(t.reason, 'deadline') end),
      result = case when gone is null then -1 end, finished_at = ${now}
    from judged where t.id = judged.id returning t.id`.execute(db)
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
