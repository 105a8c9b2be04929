import type { Device, DeviceSelection } from '@wattkeeper/contracts/api/devices'
import type { Language } from '@wattkeeper/contracts/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { anywhere, nameIn } from '../../platform/database/text.ts'

/** A filter as the database is asked: what the caller named, looked up. */
export interface Criteria extends Omit<DeviceSelection, 'code' | 'regionCode'> {
  /** Part of a code, in lower case. */
  readonly codePart?: string
  /** Devices found by that part, where they are few. */
  readonly codeIds?: readonly number[]
  /** A region and how deep it lies. */
  readonly region?: { readonly code: string; readonly depth: number }
}

const fewest = 3
const most = 1_000

/** The devices whose code holds a part, from the index; undefined where they are too many or the part too short for it. */
export async function idsByCode(db: Db, part: string): Promise<number[] | undefined> {
  if (part.length < fewest) return undefined
  const { rows } = await sql<{ ids: number[] | null }>`
    select device_ids_by_code(${anywhere(part)}, ${most}) as ids`.execute(db)
  return rows[0]?.ids?.map(Number) ?? undefined
}

export function conditionsOf(criteria: Criteria): RawBuilder<unknown> {
  const { codePart, codeIds, region, equipTypeId, equipModelIds, isOnline, status } = criteria
  const { organizationId, operatorIds, hasAlarm, isSilent } = criteria
  const conditions = [
    codeIds !== undefined && sql`d.id = any(${codeIds}::bigint[])`,
    codeIds === undefined && codePart !== undefined && sql`d.code_key like ${anywhere(codePart)}`,
    region && sql`d.region_path[${sql.lit(region.depth)}] = ${region.code}`,
    equipTypeId !== undefined && sql`d.equip_type_id = ${equipTypeId}`,
    equipModelIds?.length && sql`d.equip_model_id = any(${equipModelIds}::bigint[])`,
    isOnline !== undefined && sql`d.is_online = ${isOnline}`,
    status !== undefined && sql`d.status = ${status}`,
    organizationId !== undefined && sql`d.organization_id = ${organizationId}`,
    operatorIds?.length && sql`d.operator_id = any(${operatorIds}::bigint[])`,
    hasAlarm !== undefined &&
      sql`${hasAlarm ? sql`` : sql`not`} exists (select from alarms where alarms.device_id = d.id)`,
    isSilent !== undefined && sql`(d.is_online = 1 and d.silent_since is not null) = ${isSilent}`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

export async function countDevices(db: Db, criteria: Criteria): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from devices d where ${conditionsOf(criteria)}`.execute(db)
  return rows[0]?.total ?? 0
}

interface Portion {
  readonly limit: number
  readonly offset?: number
  /** Only devices older than this one: the way on from a portion. */
  readonly before?: number
}

/** Devices by the filter, newest first. The page is cut before anything is joined to it. */
export async function findDevices(
  db: Db,
  criteria: Criteria,
  { limit, offset = 0, before, language }: Portion & { readonly language: Language },
): Promise<Device[]> {
  const { rows } = await sql<Device>`
    with page as materialized (
      select d.* from devices d
      where ${conditionsOf(criteria)} ${before === undefined ? sql`` : sql`and d.id < ${before}`}
      order by d.id desc limit ${limit} offset ${offset}
    )
    ${shown(language)} order by d.id desc`.execute(db)
  return rows
}

export async function findDevice(db: Db, id: number, language: Language): Promise<Device | undefined> {
  const { rows } = await sql<Device>`
    with page as materialized (select * from devices where id = ${id}) ${shown(language)}`.execute(db)
  return rows[0]
}

/** What a person sees of the devices in `page`. */
const shown = (language: Language) => sql`
  select d.id, d.code, d.is_online, d.equip_type_id, ${nameIn(language, 't')} as equip_type_name,
    d.equip_model_id, ${nameIn(language, 'm')} as equip_model_name,
    d.organization_id, coalesce(o.name, '') as organization_name,
    d.operator_id, coalesce(p.name, '') as operator_name,
    d.region_code, ${wayDown(language)} as region_name, d.address, d.longitude, d.latitude, d.status,
    d.last_online_at as last_online_time, d.last_offline_at as last_offline_time,
    case when d.is_online = 1 then d.silent_since end as silent_since, d.clock_wrong_since,
    (select count(*) from alarms where alarms.device_id = d.id) as alarm_count,
    d.updated_at as update_time, d.version
  from page d
  join equip_types t on t.id = d.equip_type_id
  join equip_models m on m.id = d.equip_model_id
  left join organizations o on o.id = d.organization_id
  left join operators p on p.id = d.operator_id`

/** 北京市 / 朝阳区: from below the country on; a country itself by its own name. */
const wayDown = (language: Language) => sql`(
  select string_agg(${nameIn(language, 'r')}, ' / ' order by cardinality(r.path)) from regions r
  where r.code = any(d.region_path) and cardinality(r.path) > least(2, cardinality(d.region_path) - 1))`
