import type { DeviceVersions, PartVersion } from '@wattkeeper/contracts/api/device-versions'
import type { Language } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'
import { type Criteria, conditionsOf } from '../devices/index.ts'

export async function countDevices(db: Db, criteria: Criteria): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from devices d where ${conditionsOf(criteria)}`.execute(db)
  return rows[0]?.total ?? 0
}

interface Portion {
  readonly limit: number
  readonly offset: number
  readonly language: Language
}

const isNewer = sql`coalesce(n.rank > version_numbers(p.curr_sw_version), false)`
const utc = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')

/** Devices, newest first, each with what its parts run. */
export async function findDevices(
  db: Db,
  criteria: Criteria,
  { limit, offset, language }: Portion,
): Promise<DeviceVersions[]> {
  const { rows } = await sql<DeviceVersions>`
    with page as materialized (
      select d.* from devices d where ${conditionsOf(criteria)} order by d.id desc limit ${limit} offset ${offset}
    )
    select d.id, d.code, d.is_online, d.equip_type_id, ${nameIn(language, 't')} as equip_type_name, d.equip_model_id,
      ${nameIn(language, 'm')} as equip_model_name, coalesce(o.name, '') as operator_name,
      coalesce((
        select jsonb_agg(jsonb_build_object('partType', p.part_type, 'partTypeName', ${nameIn(language, 'k')},
            'addrId', p.addr_id, 'currSwVersion', p.curr_sw_version, 'hwVersion', p.hw_version,
            'newestSwVersion', n.sw_version, 'canUpgrade', ${isNewer},
            'reportedAt', to_char(p.reported_at at time zone 'UTC', ${utc})) order by k.sort, p.part_type, p.addr_id)
        from device_parts p
          left join part_types k on k.equip_type_id = d.equip_type_id and k.code = p.part_type
          left join lateral newest_release(d.equip_type_id, p.part_type, d.equip_model_id, p.hw_version) n on true
        where p.device_id = d.id), '[]') as parts
    from page d join equip_types t on t.id = d.equip_type_id join equip_models m on m.id = d.equip_model_id
      left join operators o on o.id = d.operator_id
    order by d.id desc`.execute(db)
  return rows
}

export interface DeviceOfParts {
  readonly id: number
  readonly equipTypeId: number
  readonly equipModelId: number
}

export const findDevice = (db: Db, id: number): Promise<DeviceOfParts | undefined> =>
  db
    .selectFrom('devices')
    .select(['id', 'equipTypeId', 'equipModelId'])
    .where('id', '=', id)
    .executeTakeFirst()

/** What the device has reported, and those parts of its model that it has not. */
const partsOf = ({ id, equipTypeId, equipModelId }: DeviceOfParts) => sql`
  select part_type, addr_id, nullif(curr_sw_version, '') as curr_sw_version, hw_version
  from device_parts where device_id = ${id}
  union all
  select k.code, 0, null, null from part_types k
  where k.equip_type_id = ${equipTypeId}
    and not exists (select from device_parts r where r.device_id = ${id} and r.part_type = k.code)
    and (exists (select from model_parts o where o.equip_model_id = ${equipModelId} and o.part_type = k.code)
      or not exists (select from model_parts o where o.equip_model_id = ${equipModelId}))`

/** Each part with the newest release for it. */
export async function partsWithNewest(
  db: Db,
  device: DeviceOfParts,
  language: Language,
): Promise<PartVersion[]> {
  const { equipTypeId, equipModelId } = device
  const { rows } = await sql<PartVersion>`
    select p.part_type, ${nameIn(language, 'k')} as part_type_name, p.addr_id, n.id as version_id, n.file_name,
      n.sw_version as version, n.is_release, p.curr_sw_version, p.hw_version, n.sw_version as newest_sw_version,
      ${isNewer} as can_upgrade
    from (${partsOf(device)}) p
      left join part_types k on k.equip_type_id = ${equipTypeId} and k.code = p.part_type
      left join lateral newest_release(${equipTypeId}, p.part_type, ${equipModelId}, p.hw_version) n on true
    order by k.sort, p.part_type, p.addr_id`.execute(db)
  return rows
}

interface AskedPart {
  readonly partType: string
  /** Absent: the unit with the lowest address. */
  readonly addrId?: number | null
}

/** Every version that the part may get, newest first; test versions too. */
export async function versionsForPart(
  db: Db,
  { id, equipTypeId, equipModelId }: DeviceOfParts,
  { partType, addrId = null, language }: AskedPart & { readonly language: Language },
): Promise<PartVersion[]> {
  const { rows } = await sql<PartVersion>`
    with unit as (
      select * from device_parts
      where device_id = ${id} and part_type = ${partType} and (${addrId}::integer is null or addr_id = ${addrId})
      order by addr_id limit 1
    ), part as (
      select coalesce(unit.addr_id, ${addrId}, 0) as addr_id, nullif(unit.curr_sw_version, '') as curr_sw_version,
        unit.hw_version
      from (values (1)) as one left join unit on true
    )
    select ${partType} as part_type, ${nameIn(language, 'k')} as part_type_name, p.addr_id, v.id as version_id,
      v.file_name, v.sw_version as version, v.is_release, p.curr_sw_version, p.hw_version,
      n.sw_version as newest_sw_version, ${isNewer} as can_upgrade
    from part p
      join software_versions v on v.equip_type_id = ${equipTypeId} and v.part_type = ${partType}
        and v.approved_at is not null and firmware_fits(v, ${equipModelId}, p.hw_version)
      left join part_types k on k.equip_type_id = ${equipTypeId} and k.code = ${partType}
      left join lateral newest_release(${equipTypeId}, ${partType}, ${equipModelId}, p.hw_version) n on true
    order by v.rank desc, v.is_release desc, v.id desc`.execute(db)
  return rows
}
