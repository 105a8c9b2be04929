import type { RolloutTarget, TargetState } from '@wattkeeper/contracts/api/rollouts'
import type { Language } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { anywhere, nameIn } from '../../platform/database/text.ts'

export interface TargetCriteria {
  readonly id: number
  readonly states?: readonly TargetState[] | undefined
  readonly reason?: string | undefined
  /** Part of a code. */
  readonly code?: string | undefined
}

function conditionsOf({ id, states, reason, code }: TargetCriteria): RawBuilder<unknown> {
  const conditions = [
    sql`t.rollout_id = ${id}`,
    states?.length && sql`t.state = any(${states}::text[])`,
    reason !== undefined && sql`t.reason = ${reason}`,
    code !== undefined && sql`lower(t.device_code) like ${anywhere(code.trim().toLowerCase())}`,
  ].filter((condition) => typeof condition === 'object')
  return sql.join(conditions, sql` and `)
}

export async function countTargets(db: Db, criteria: TargetCriteria): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from rollout_targets t where ${conditionsOf(criteria)}`.execute(db)
  return rows[0]?.total ?? 0
}

export interface TargetRow extends Omit<RolloutTarget, 'valueBefore'> {
  readonly valueBefore: RolloutTarget['valueBefore'] | null
}

interface Portion {
  readonly limit: number
  readonly offset?: number
  /** Only targets that come after this place: the way on from a portion. */
  readonly after?: number
  readonly language: Language
}

/** In the order in which they come. */
export async function findTargets(db: Db, criteria: TargetCriteria, portion: Portion): Promise<TargetRow[]> {
  const { limit, offset = 0, after = 0, language } = portion
  const { rows } = await sql<TargetRow>`
    with page as materialized (
      select t.* from rollout_targets t where ${conditionsOf(criteria)} and t.position > ${after}
      order by t.position limit ${limit} offset ${offset}
    )
    select t.id, t.device_id as equip_id, t.device_code as code, ${nameIn(language, 'm')} as equip_model_name,
      coalesce(p.name, '') as operator_name, coalesce(d.is_online, 0) as is_online,
      nullif(t.part_type, '') as part_type, case when t.part_type <> '' then t.addr_id end as addr_id, t.version_before,
      t.is_canary, t.position, t.group_number, t.attempts, t.state, t.reason, t.message, t.result, t.work_id,
      t.sent_at as send_time, t.back_at as back_time, t.finished_at as finish_time,
      case when t.state = 'waiting' then t.deadline_at end as deadline_time, t.value_before
    from page t join equip_models m on m.id = t.equip_model_id
    left join operators p on p.id = t.operator_id left join devices d on d.id = t.device_id
    order by t.position`.execute(db)
  return rows
}
