import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import type { Item } from './wording.ts'
import { failedUpgrade } from './deed-wording.ts'

export interface Summary {
  devices: number
  alarms: number
  from: string
  until: string
  levels: Record<string, number>
  /** Each different way from the country down to a place. */
  paths: string[][]
}

/** Within the reader's own scope: what they do not see is neither named nor counted. */
const seen = (ids: readonly number[]) => sql`
  seen as (
    select * from notification_occurrences o where id = any(${ids}::bigint[])
      and (kind <> 'offline' or not exists (select from devices d where d.id = o.device_id and d.last_online_at >= o.at))
  )`

export async function summarize(db: Db, ids: readonly number[]): Promise<Summary | undefined> {
  const { rows } = await sql<Summary>`
    with ${seen(ids)}
    select count(distinct device_id) as devices, count(*) as alarms, min(at) as "from", max(at) as until,
      (select coalesce(jsonb_object_agg(level, n), '{}')
        from (select coalesce(alarm_level, 0) as level, count(*) as n from seen group by 1) each) as levels,
      (select coalesce(jsonb_agg(distinct region_path), '[]') from seen) as paths
    from seen having count(*) > 0`.execute(db)
  return rows[0]
}

interface NamedRow extends Omit<Item, 'what'> {
  nameZh: string | null
  nameEn: string | null
  /** Of an upgrade that has failed. */
  version: string | null
  reason: string | null
}

/** The worst and first of them. */
export async function nameItems(db: Db, ids: readonly number[], limit: number): Promise<Item[]> {
  const { rows } = await sql<NamedRow>`
    with ${seen(ids)}, named as (
      select * from (
        select distinct on (device_id, semaphore_code, value, upgrade_id) * from seen
        order by device_id, semaphore_code, value, upgrade_id, at
      ) each order by alarm_level nulls last, at, id limit ${limit}
    )
    select named.device_id, named.device_code as code, named.at, named.alarm_level as level,
      case named.kind when 'alarm' then coalesce(fault.name, signal.name, semaphore_code)
        when 'upgradeFailed' then coalesce(part.name, job.part_type) end as name_zh,
      case named.kind when 'alarm' then coalesce(fault.name_en, fault.name, signal.name_en, signal.name, semaphore_code)
        when 'upgradeFailed' then coalesce(part.name_en, part.name, job.part_type) end as name_en,
      job.version, job.reason
    from named left join upgrade_jobs job on job.id = named.upgrade_id
    left join part_types part on part.equip_type_id = job.equip_type_id and part.code = job.part_type
    left join dictionary signal on signal.type = 'ALARM' and signal.code = semaphore_code
    left join faults fault on fault.equip_classify = named.equip_type_id and fault.alarm_code = semaphore_code
      and (fault.bit_position = named.bit_position or (named.bit_position is null and fault.value = named.value))
    order by named.alarm_level nulls last, named.at, named.id`.execute(db)
  return rows.map(({ nameZh, nameEn, version, reason, ...item }) => {
    const name = nameZh === null ? null : { zh: nameZh, en: nameEn ?? nameZh }
    return { ...item, what: name && version !== null ? failedUpgrade({ part: name, version, reason }) : name }
  })
}

export async function findRegion(db: Db, code: string) {
  const { rows } = await sql<{ zh: string; en: string }>`
    select name as zh, coalesce(name_en, name) as en from regions where code = ${code}`.execute(db)
  return rows[0]
}
