import type {
  Rollout,
  RolloutKindName,
  RolloutState,
  StopReason,
  TargetState,
} from '@wattkeeper/contracts/api/rollouts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { anywhere } from '../../platform/database/text.ts'
import type { RolloutBody } from './kinds.ts'

export interface ListCriteria {
  readonly kinds: readonly RolloutKindName[]
  readonly states?: readonly RolloutState[] | undefined
  readonly keyword?: string | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

function conditionsOf({ kinds, states, keyword, startTime, endTime }: ListCriteria): RawBuilder<unknown> {
  const conditions = [
    sql`r.kind = any(${kinds}::text[])`,
    states?.length && sql`r.state = any(${states}::text[])`,
    keyword !== undefined && sql`(r.code ilike ${anywhere(keyword)} or r.remark ilike ${anywhere(keyword)})`,
    startTime !== undefined && sql`r.created_at >= ${startTime}`,
    endTime !== undefined && sql`r.created_at <= ${endTime}`,
  ].filter((condition) => typeof condition === 'object')
  return sql.join(conditions, sql` and `)
}

export async function countRollouts(db: Db, criteria: ListCriteria): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from rollouts r where ${conditionsOf(criteria)}`.execute(db)
  return rows[0]?.total ?? 0
}

export interface RolloutRow extends Omit<Rollout, 'total' | 'stopReason'> {
  readonly stopReason: StopReason | null
  readonly body: RolloutBody
  /** Of all targets, whoever sees them. */
  readonly meant: number
}

/** What of a roll-out's targets the caller sees, counted by state. */
const counted = sql`(
  select coalesce(jsonb_object_agg(state, n), '{}') from (
    select state, count(*) as n from rollout_targets t where t.rollout_id = r.id group by state) as by_state)`

const shown = sql`
  r.id, r.kind, r.code, r.remark, r.state, r.stop_reason, r.created_at as create_time, r.created_by_name as create_by,
  coalesce(r.started_at, r.starts_at) as start_time, r.finished_at as finish_time, r.group_size as upgrade_count,
  r.interval_minutes as interval, r.version, r.body, r.total as meant, ${counted} as counts`

export async function findRollouts(
  db: Db,
  criteria: ListCriteria,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RolloutRow[]> {
  const { rows } = await sql<RolloutRow>`
    select ${shown} from rollouts r where ${conditionsOf(criteria)}
    order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface DetailRow extends RolloutRow {
  readonly windowFrom: number | null
  readonly windowUntil: number | null
  readonly failureThreshold: number
  readonly deadlineHours: number
  readonly beginsWithOne: boolean
  readonly undoes: number | null
  readonly undoneBy: number[]
  readonly startsAt: string
  readonly nextGroupAt: string | null
  readonly lastGroupAt: string | null
  readonly canaries: number
}

export async function findRollout(db: Db, id: number): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${shown}, r.window_from, r.window_until, r.failure_threshold::float8 as failure_threshold, r.deadline_hours,
      r.begins_with_one, r.undoes, r.starts_at, r.next_group_at, r.last_group_at,
      to_jsonb(array(select u.id from rollouts u where u.undoes = r.id order by u.id)) as undone_by,
      (select count(*) from rollout_targets t where t.rollout_id = r.id and t.is_canary) as canaries
    from rollouts r where r.id = ${id}`.execute(db)
  return rows[0]
}

export interface ReasonRow {
  readonly state: TargetState
  readonly reason: string | null
  readonly count: number
}

export async function reasonsOf(db: Db, id: number): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    select state, reason, count(*) as count from rollout_targets
    where rollout_id = ${id} and (reason is not null or state = 'failed') group by state, reason
    order by count desc, state, reason`.execute(db)
  return rows
}

export interface CurvePoint {
  readonly at: string
  readonly sent: number
  readonly success: number
  readonly failed: number
}

const mostPoints = 60

/** Totals at the end of each of so many spans between two instants; spans in which nothing happened are left out. */
export async function curveOf(
  db: Db,
  id: number,
  { since, until }: { readonly since: string; readonly until: string },
): Promise<CurvePoint[]> {
  const spanMs = Math.max(1_000, Math.ceil((Date.parse(until) - Date.parse(since)) / mostPoints))
  const { rows } = await sql<Record<keyof CurvePoint, string>>`
    with moment as (
      select dispatched_at as at, 'sent' as what from rollout_targets
      where rollout_id = ${id} and dispatched_at is not null
      union all
      select finished_at, state from rollout_targets
      where rollout_id = ${id} and finished_at is not null and state in ('success', 'failed')
    ), spans as (
      select date_bin(${spanMs} * interval '1 millisecond', at, ${since}::timestamptz) + ${spanMs} * interval '1 millisecond' as ends,
        count(*) filter (where what = 'sent') as sent, count(*) filter (where what = 'success') as success,
        count(*) filter (where what = 'failed') as failed
      from moment group by 1
    )
    select least(ends, ${until}::timestamptz) as at, sum(sent) over w as sent, sum(success) over w as success,
      sum(failed) over w as failed
    from spans window w as (order by ends)`.execute(db)
  return rows.map(({ at, sent, success, failed }) => ({
    ...{ at, sent: Number(sent), success: Number(success), failed: Number(failed) },
  }))
}
