import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { DispatchTarget } from './kinds.ts'
import { mostFailures, penaltyMs } from './failure-queries.ts'

/** Who is told what is decided by one process at a time: two roll-outs may want the same device. */
export async function decideAlone(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('rollouts.claim'))`.execute(db)
}

/** Another roll-out, or this one, has this part of the device in work. */
const isBusy = sql`exists (
  select from rollout_targets other where other.device_id = t.device_id and other.kind = t.kind
    and other.part_type = t.part_type and other.addr_id = t.addr_id and other.state = 'sent')`

const isPunished = (now: string) => sql`(not t.insists and exists (
  select from rollout_failures f where f.device_id = t.device_id and f.kind = t.kind and f.part_type = t.part_type
    and f.addr_id = t.addr_id and f.failures >= ${mostFailures}
    and f.failed_at > ${now}::timestamptz - ${penaltyMs} * interval '1 millisecond'))`

export interface Claim {
  readonly now: string
  readonly limit: number
  readonly onlyCanaries: boolean
  /** Those that their kind did not take just now. */
  readonly passed: readonly number[]
}

export interface ClaimedTarget extends DispatchTarget {
  readonly position: number
}

/** The next targets that can be told now, in their order; their devices stay until the transaction ends. */
export async function claimTargets(db: Db, rolloutId: number, claim: Claim): Promise<ClaimedTarget[]> {
  const { now, limit, onlyCanaries, passed } = claim
  const { rows } = await sql<ClaimedTarget>`
    select t.id as target_id, t.device_id, t.part_type, t.addr_id, t.body, t.insists, t.position
    from rollout_targets t join rollouts r on r.id = t.rollout_id join devices d on d.id = t.device_id
    where t.rollout_id = ${rolloutId} and t.state = 'waiting' ${onlyCanaries ? sql`and t.is_canary` : sql``}
      and d.is_online = 1 and rollout_reaches(r, d) and t.id <> all(${passed}::bigint[]) and not ${isBusy} and not ${isPunished(now)}
    order by t.position limit ${limit} for update of t for key share of d`.execute(db)
  return rows
}

export interface Told {
  readonly targetId: number
  readonly workId: number | null
  readonly skipped: string | null
  readonly notYet: string | null
  readonly valueBefore: unknown
}

interface Group {
  readonly now: string
  readonly round: number
  readonly number: number
  readonly deadlineHours: number
}

/** Writes down what became of a group. */
export async function noteTold(db: Db, told: readonly Told[], group: Group): Promise<void> {
  await sql`
    update rollout_targets t set
      state = case when "workId" is not null then 'sent' when told.skipped is not null then 'skipped' else 'waiting' end,
      reason = coalesce(told.skipped, "notYet"), message = null, result = null,
      work_id = "workId", value_before = coalesce("valueBefore", t.value_before),
      attempts = attempts + ("workId" is not null)::int,
      round = case when "workId" is not null then ${group.round}::int else t.round end,
      group_number = case when "workId" is not null then ${group.number}::int else t.group_number end,
      dispatched_at = case when "workId" is not null then ${group.now}::timestamptz else dispatched_at end,
      sent_at = null, back_at = null,
      finished_at = case when told.skipped is not null then ${group.now}::timestamptz end,
      deadline_at = case when "notYet" is not null
        then coalesce(deadline_at, ${group.now}::timestamptz + ${group.deadlineHours} * interval '1 hour') end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told ("targetId" bigint, "workId" bigint, skipped text,
      "notYet" text, "valueBefore" jsonb)
    where t.id = told."targetId"`.execute(db)
}

interface PassedOver {
  readonly now: string
  readonly deadlineHours: number
  /** Up to here the targets had their turn; null: all of them. */
  readonly until: number | null
  readonly onlyCanaries: boolean
}

/** Targets that gave their place to the next: from now on they are waited for. Answers how many changed. */
export async function notePassedOver(db: Db, rolloutId: number, passed: PassedOver): Promise<number> {
  const { now, deadlineHours, until, onlyCanaries } = passed
  const { rows } = await sql`
    with judged as (
      select t.id, case when d.is_online = 0 then 'offline' when ${isBusy} then 'busy' when ${isPunished(now)} then 'penalty' end as why,
        case when d.is_online = 1 and ${isPunished(now)} then ${penaltyMs}::bigint else 0 end as extra
      from rollout_targets t join devices d on d.id = t.device_id
      where t.rollout_id = ${rolloutId} and t.state = 'waiting' ${onlyCanaries ? sql`and t.is_canary` : sql``}
        ${until === null ? sql`` : sql`and t.position <= ${until}`}
    )
    update rollout_targets t set reason = why,
      deadline_at = coalesce(deadline_at,
        ${now}::timestamptz + ${deadlineHours} * interval '1 hour' + extra * interval '1 millisecond')
    from judged where t.id = judged.id and why is not null and (t.reason is distinct from why or deadline_at is null)
    returning t.id`.execute(db)
  return rows.length
}
