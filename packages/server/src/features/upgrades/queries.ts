import {
  type UpgradeLogRow,
  type UpgradeProgressEntry,
  upgradeResults,
} from '@wattkeeper/contracts/api/upgrades'
import { type RawBuilder, sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import { type Window, mostCounted } from '../../platform/http/paging.ts'

const { upgrading, success, failed, waiting, skipped } = upgradeResults
/** Of `state`, as people read it. */
export const resultOfState = sql`case state when 'waiting' then ${sql.lit(waiting)} when 'success' then ${sql.lit(success)}
  when 'failed' then ${sql.lit(failed)} when 'canceled' then ${sql.lit(skipped)} else ${sql.lit(upgrading)} end`

/**
 * The newest upgrade of each board of these devices, as far as it is of interest: it has not ended, or ended since an
 * instant. What was canceled before it began is not.
 */
export async function progressOf(
  db: Db,
  deviceIds: readonly number[],
  since: string,
): Promise<UpgradeProgressEntry[]> {
  if (deviceIds.length === 0) return []
  const { rows } = await sql<UpgradeProgressEntry>`
    select id, device_id as equip_id, part_type as board_type, addr_id, group_id, state, reason, message, version,
      version_before, created_at as create_time, deadline_at as expire_time,
      case state when 'success' then 1 when 'failed' then 2 when 'canceled' then 2 else 0 end as status,
      prog_percent as prog_percent
    from (
      select distinct on (device_id, part_type, addr_id) * from upgrade_jobs
      where device_id = any(${deviceIds}::bigint[]) and (state <> 'canceled' or reason <> 'canceled')
        and (finished_at is null or finished_at > ${since})
      order by device_id, part_type, addr_id, id desc
    ) as newest
    order by device_id, group_id, position`.execute(db)
  return rows
}

export interface LogFilter {
  readonly equipId?: number | undefined
  readonly result?: number | undefined
  readonly partType?: string | undefined
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

function matching({ equipId, result, partType, startTime, endTime }: LogFilter): RawBuilder<unknown> {
  const terms = [
    ...(equipId === undefined ? [] : [sql`device_id = ${equipId}`]),
    ...(result === undefined ? [] : [sql`${resultOfState} = ${result}`]),
    ...(partType === undefined ? [] : [sql`part_type = ${partType}`]),
    ...(startTime === undefined ? [] : [sql`created_at >= ${startTime}`]),
    ...(endTime === undefined ? [] : [sql`created_at <= ${endTime}`]),
  ]
  return terms.length === 0 ? sql`true` : sql.join(terms, sql` and `)
}

export async function logPage(db: Db, filter: LogFilter, window: Window): Promise<UpgradeLogRow[]> {
  const { rows } = await sql<UpgradeLogRow>`
    select id, device_id as equip_id, device_code as equip_code, equip_type_id, part_type, addr_id, version, version_before,
      created_at as create_time, sent_at as send_time, finished_at as finish_time, ${resultOfState} as result, state, reason,
      message, prog_percent, source, created_by_name as create_by
    from upgrade_jobs where ${matching(filter)}
    order by id desc limit ${window.limit} offset ${window.offset}`.execute(db)
  return rows
}

export async function countLog(db: Db, filter: LogFilter): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*) as counted from (
      select from upgrade_jobs where ${matching(filter)} limit ${mostCounted + 1}) as found`.execute(db)
  return rows[0]?.counted ?? 0
}

export async function seesDevice(db: Db, id: number): Promise<boolean> {
  const found = await db.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/** The caller sees the device, or upgrades of it before it was deleted. */
export async function seesUpgradesOf(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from devices where id = ${deviceId})
      or exists (select from upgrade_jobs where device_id = ${deviceId})`.execute(db)
  return rows.length > 0
}

/** Holds what of the job's group has not ended; undefined when there is no such job in sight. */
export async function holdGroupOf(db: Db, jobId: number) {
  const { rows } = await sql<{ id: number; deviceId: number; state: string; isAsked: boolean }>`
    select id, device_id, state, id = ${jobId} as is_asked from upgrade_jobs
    where group_id = (select group_id from upgrade_jobs where id = ${jobId})
    order by position for update`.execute(db)
  return rows.some(({ isAsked }) => isAsked) ? rows : undefined
}

/** Ends upgrades that wait; answers those that it has ended. */
export async function cancelWaiting(db: Db, jobIds: readonly number[], now: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update upgrade_jobs set state = 'canceled', reason = 'canceled', finished_at = ${now}
    where id = any(${jobIds}::bigint[]) and state = 'waiting' returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Forgets upgrades that ended before an instant, in portions. Answers how many. */
export async function forgetUpgrades(db: SystemDb, before: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from upgrade_jobs where id in (
      select id from upgrade_jobs where finished_at < ${before} order by finished_at limit 5000)
    returning id`.execute(db)
  return rows.length
}
