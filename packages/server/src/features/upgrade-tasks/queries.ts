import type { RolloutCounts } from '@wattkeeper/contracts/api/rollouts'
import {
  type TaskStatus,
  type UpgradeRule,
  type UpgradeTask,
  type UpgradeTaskRow,
} from '@wattkeeper/contracts/api/upgrade-tasks'
import { upgradeResults } from '@wattkeeper/contracts/api/upgrades'
import type { Language } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { anywhere, nameIn } from '../../platform/database/text.ts'
import { resultOfState } from '../upgrades/index.ts'

/** What the roll-out of a task says. The version may be deleted once nothing needs it any more. */
export interface TaskBody {
  readonly versionId: number
  readonly equipTypeId: number
  readonly partType: string
  readonly version: string
  readonly rule: UpgradeRule
}

export interface TaskFilter {
  readonly remark?: string | undefined
  readonly equipTypeId?: number | undefined
  readonly partType?: string | undefined
  readonly version?: string | undefined
  readonly status?: TaskStatus | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

/** 0 not started, 1 in progress, 2 completed; one that has stopped by itself may still go on. */
const statusOf = sql`case when r.state in ('completed', 'canceled') then 2 when r.started_at is null then 0 else 1 end`

function matching(filter: TaskFilter): RawBuilder<unknown> {
  const { remark, equipTypeId, partType, version, status, startTime, endTime } = filter
  const terms = [
    sql`r.kind = 'firmware'`,
    ...(remark === undefined
      ? []
      : [sql`(r.remark ilike ${anywhere(remark)} or r.code ilike ${anywhere(remark)})`]),
    ...(equipTypeId === undefined ? [] : [sql`(r.body ->> 'equipTypeId')::bigint = ${equipTypeId}`]),
    ...(partType === undefined ? [] : [sql`r.body ->> 'partType' = ${partType}`]),
    ...(version === undefined ? [] : [sql`r.body ->> 'version' ilike ${anywhere(version)}`]),
    ...(status === undefined ? [] : [sql`${statusOf} = ${status}`]),
    ...(startTime === undefined ? [] : [sql`r.starts_at >= ${startTime}`]),
    ...(endTime === undefined ? [] : [sql`r.starts_at <= ${endTime}`]),
  ]
  return sql.join(terms, sql` and `)
}

export async function countTasks(db: Db, filter: TaskFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from rollouts r where ${matching(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

interface TaskRow extends Omit<
  UpgradeTask,
  'softwareVersionId' | 'upgradeRule' | 'partType' | 'version' | 'total' | 'success' | 'failed' | 'skipped'
> {
  readonly body: TaskBody
  readonly counts: Partial<RolloutCounts>
}

interface Portion {
  readonly limit: number
  readonly offset: number
  readonly language: Language
}

/** Newest first. */
export async function findTasks(
  db: Db,
  filter: TaskFilter,
  { limit, offset, language }: Portion,
): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select r.id, r.code, r.remark, r.starts_at as upgrade_time, ${statusOf} as status, r.state, r.version as revision, r.body,
      r.created_by_name as create_by, r.created_at as create_time, ${nameIn(language, 'type')} as equip_type_name,
      coalesce(${nameIn(language, 'part')}, r.body ->> 'partType') as part_type_name,
      (select coalesce(jsonb_object_agg(state, n), '{}') from (
        select state, count(*) as n from rollout_targets t where t.rollout_id = r.id group by state) as by_state) as counts
    from rollouts r
    left join equip_types type on type.id = (r.body ->> 'equipTypeId')::bigint
    left join part_types part on part.equip_type_id = type.id and part.code = r.body ->> 'partType'
    where ${matching(filter)}
    order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface DetailFilter {
  readonly taskId: number
  readonly code?: string | undefined
  readonly result?: number | undefined
}

const { upgrading, success, failed, waiting, skipped } = upgradeResults
const resultOfTarget = sql`case t.state when 'success' then ${sql.lit(success)} when 'failed' then ${sql.lit(failed)}
  when 'waiting' then ${sql.lit(waiting)} when 'skipped' then ${sql.lit(skipped)} when 'canceled' then ${sql.lit(skipped)}
  else coalesce((select ${resultOfState} from upgrade_jobs job where job.id = t.work_id), ${sql.lit(upgrading)}) end`

function ofTask({ taskId, code, result }: DetailFilter): RawBuilder<unknown> {
  const terms = [
    sql`t.rollout_id = ${taskId}`,
    ...(code === undefined ? [] : [sql`lower(t.device_code) like ${anywhere(code.trim().toLowerCase())}`]),
    ...(result === undefined ? [] : [sql`${resultOfTarget} = ${result}`]),
  ]
  return sql.join(terms, sql` and `)
}

export async function countRows(db: Db, filter: DetailFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from rollout_targets t where ${ofTask(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** In the order in which the devices come. */
export async function findRows(
  db: Db,
  filter: DetailFilter,
  { limit, offset }: Omit<Portion, 'language'>,
): Promise<UpgradeTaskRow[]> {
  const { rows } = await sql<UpgradeTaskRow>`
    with page as materialized (
      select t.*, ${resultOfTarget} as shown from rollout_targets t where ${ofTask(filter)}
      order by t.position limit ${limit} offset ${offset}
    )
    select t.id, t.device_id as equip_id, t.device_code as code, t.part_type, t.addr_id, t.shown as result, t.state, t.reason,
      coalesce(t.message, job.message) as message, job.prog_percent, coalesce(part.curr_sw_version, t.version_before) as version,
      coalesce(t.finished_at, job.progress_at, job.sent_at, part.reported_at) as report_time
    from page t left join upgrade_jobs job on job.id = t.work_id
    left join device_parts part on part.device_id = t.device_id and part.part_type = t.part_type and part.addr_id = t.addr_id
    order by t.position`.execute(db)
  return rows
}
