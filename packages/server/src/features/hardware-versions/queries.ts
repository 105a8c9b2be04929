import type { HardwareVersion } from '@wattkeeper/contracts/api/hardware-versions'
import type { Language, Page } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

interface Filter {
  readonly equipType?: number
  readonly equipModelId?: number
  readonly partType?: string
  readonly versionName?: string
  readonly pageNum: number
  readonly pageSize: number
}

/** Newest first. */
export async function pageOfVersions(
  db: Db,
  filter: Filter,
  language: Language,
): Promise<Page<HardwareVersion>> {
  const {
    equipType = null,
    equipModelId = null,
    partType = null,
    versionName = null,
    pageNum,
    pageSize,
  } = filter
  const matching = sql`
    from hardware_versions h join equip_types t on t.id = h.equip_type_id
      join equip_models m on m.id = h.equip_model_id
      left join part_types p on p.equip_type_id = h.equip_type_id and p.code = h.part_type
    where (${equipType}::bigint is null or h.equip_type_id = ${equipType})
      and (${equipModelId}::bigint is null or h.equip_model_id = ${equipModelId})
      and (${partType}::text is null or h.part_type = ${partType})
      and (${versionName}::text is null or strpos(lower(h.version_name), lower(${versionName})) > 0)`
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  const { rows } = await sql<HardwareVersion>`
    select h.id, h.equip_type_id as equip_type, ${nameIn(language, 't')} as equip_type_name, h.equip_model_id,
      ${nameIn(language, 'm')} as equip_model_name, h.part_type, ${nameIn(language, 'p')} as part_type_name,
      h.version_name, h.version_code, h.version_note, h.created_by_name as create_by, h.created_at as create_time
    ${matching} order by h.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export interface Place {
  readonly equipTypeId: number
  readonly equipModelId: number
  readonly partType: string
}

/** What of a place exists: the part is one of the model's own, or, where it has none, of its device type. */
export async function lookUp(db: Db, { equipTypeId, equipModelId, partType }: Place) {
  const { rows } = await sql<{ hasType: boolean; hasModel: boolean; hasPart: boolean }>`
    select exists (select from equip_types where id = ${equipTypeId}) as has_type,
      exists (select from equip_models where id = ${equipModelId} and equip_type_id = ${equipTypeId}) as has_model,
      exists (select from part_types p where p.equip_type_id = ${equipTypeId} and p.code = ${partType}
        and (not exists (select from model_parts where equip_model_id = ${equipModelId})
          or exists (select from model_parts where equip_model_id = ${equipModelId} and part_type = ${partType}))
      ) as has_part`.execute(db)
  return rows[0] ?? { hasType: false, hasModel: false, hasPart: false }
}

interface NewRow extends Place {
  readonly versionName: string
  readonly versionCode: string
  readonly versionNote: string
  readonly createdByName: string
}

export const insertVersion = (db: Db, row: NewRow): Promise<{ id: number }> =>
  db.insertInto('hardwareVersions').values(row).returning('id').executeTakeFirstOrThrow()

export const lockVersion = (db: Db, id: number) =>
  db
    .selectFrom('hardwareVersions')
    .select(['equipTypeId', 'partType', 'versionCode'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** A firmware file is meant for this hardware, and no other model has a version of the same code. */
export async function isNeeded(
  db: Db,
  id: number,
  { equipTypeId, partType, versionCode }: Omit<Place, 'equipModelId'> & { readonly versionCode: string },
): Promise<boolean> {
  const { rows } = await sql<{ isNeeded: boolean }>`
    select exists (select from software_versions where equip_type_id = ${equipTypeId} and part_type = ${partType}
        and hw_version = ${versionCode})
      and not exists (select from hardware_versions where equip_type_id = ${equipTypeId} and part_type = ${partType}
        and version_code = ${versionCode} and id <> ${id}) as is_needed`.execute(db)
  return rows[0]?.isNeeded ?? false
}

export async function deleteVersion(db: Db, id: number): Promise<void> {
  await db.deleteFrom('hardwareVersions').where('id', '=', id).execute()
}
