import { type RawBuilder, sql } from 'kysely'

/**
 * The boards of the devices `d` that a condition means, as a roll-out's candidates: those that cannot get the version, or
 * have it, with the reason.
 */
export const boardsToUpgrade = (versionId: number, condition: RawBuilder<unknown>) => sql`
  select d.id as device_id, v.part_type, coalesce(part.addr_id, 0) as addr_id, part.curr_sw_version as version_before,
    case when d.equip_type_id <> v.equip_type_id then 'wrongType'
      when part.device_id is null then 'noSuchPart'
      when not firmware_fits(v, d.equip_model_id, part.hw_version) then 'wrongHardware'
      when part.curr_sw_version <> '' and version_numbers(part.curr_sw_version) = v.rank then 'upToDate' end as skipped,
    null::jsonb as body
  from devices d join software_versions v on v.id = ${versionId}
  left join device_parts part on part.device_id = d.id and part.part_type = v.part_type
  where ${condition}`
