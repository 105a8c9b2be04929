import { sql } from 'kysely'
import type { Language } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

export interface TypeRow {
  id: number
  code: string
  name: string
  nameEn: string | null
  modelCount: number
  parts: { code: string; name: string; nameEn: string | null; sort: number; isBuiltIn: boolean }[]
  updateTime: string
  version: number
}

/** Every device type with its parts: a dozen at most. */
export async function listTypes(db: Db): Promise<TypeRow[]> {
  const { rows } = await sql<TypeRow>`
    select t.id, t.code, t.name, t.name_en, t.version, t.updated_at as update_time,
      (select count(*) from equip_models where equip_type_id = t.id) as model_count,
      (select coalesce(jsonb_agg(jsonb_build_object('code', p.code, 'name', p.name, 'nameEn', p.name_en,
          'sort', p.sort, 'isBuiltIn', not p.is_own) order by p.sort, p.code), '[]')
        from part_types p where p.equip_type_id = t.id) as parts
    from equip_types t order by t.id`.execute(db)
  return rows
}

interface ModelFilter {
  readonly equipTypeId?: number
  readonly name?: string
  readonly pageNum: number
  readonly pageSize: number
}

export interface ModelRow {
  id: number
  equipTypeId: number
  equipTypeName: string
  name: string
  nameEn: string | null
  deviceCount: number
  updateTime: string
  version: number
}

const modelColumns = (language: Language) => sql`
  m.id, m.equip_type_id, ${nameIn(language, 't')} as equip_type_name, m.name, m.name_en, m.version,
  m.updated_at as update_time, (select count(*) from devices where equip_model_id = m.id) as device_count`

export async function modelPage(db: Db, filter: ModelFilter, language: Language) {
  const { equipTypeId = null, name = null, pageNum, pageSize } = filter
  const matching = sql`
    from equip_models m join equip_types t on t.id = m.equip_type_id
    where (${equipTypeId}::bigint is null or m.equip_type_id = ${equipTypeId})
      and (${name}::text is null or strpos(lower(m.name || ' ' || coalesce(m.name_en, '')), lower(${name})) > 0)`
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  const { rows } = await sql<ModelRow>`
    select ${modelColumns(language)} ${matching} order by m.equip_type_id, m.id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findModel(db: Db, id: number, language: Language): Promise<ModelRow | undefined> {
  const { rows } = await sql<ModelRow>`
    select ${modelColumns(language)} from equip_models m join equip_types t on t.id = m.equip_type_id
    where m.id = ${id}`.execute(db)
  return rows[0]
}

export interface PartRow {
  partType: string
  name: string
  nameEn: string | null
  pcbId: number | null
  pcbCode: string | null
  isOwn: boolean
}

/** A model's own parts, or, where it has none, those of its device type. */
export async function partsOfModel(db: Db, id: number): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select p.code as part_type, p.name, p.name_en, own.pcb_id, b.pcb_code, own.part_type is not null as is_own
    from equip_models m join part_types p on p.equip_type_id = m.equip_type_id
      left join model_parts own on own.equip_model_id = m.id and own.part_type = p.code
      left join pcbs b on b.id = own.pcb_id
    where m.id = ${id}
      and (own.part_type is not null or not exists (select from model_parts where equip_model_id = m.id))
    order by p.sort, p.code`.execute(db)
  return rows
}

interface BoardFilter {
  readonly equipTypeId?: number
  readonly partType?: string
  readonly pcbCode?: string
  readonly pageNum: number
  readonly pageSize: number
}

export interface BoardRow {
  id: number
  pcbCode: string
  pcbName: string
  pcbNameEn: string | null
  applyTo: string
  partType: string
  equipTypeId: number
  equipTypeName: string
  updateTime: string
  version: number
}

const boardColumns = (language: Language) => sql`
  b.id, b.pcb_code, b.pcb_name, b.pcb_name_en, b.apply_to, b.part_type, b.equip_type_id, b.version,
  ${nameIn(language, 't')} as equip_type_name, b.updated_at as update_time`

export async function boardPage(db: Db, filter: BoardFilter, language: Language) {
  const { equipTypeId = null, partType = null, pcbCode = null, pageNum, pageSize } = filter
  const matching = sql`
    from pcbs b join equip_types t on t.id = b.equip_type_id
    where (${equipTypeId}::bigint is null or b.equip_type_id = ${equipTypeId})
      and (${partType}::text is null or b.part_type = ${partType})
      and (${pcbCode}::text is null or strpos(lower(b.pcb_code), lower(${pcbCode})) > 0)`
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  const { rows } = await sql<BoardRow>`
    select ${boardColumns(language)} ${matching} order by b.equip_type_id, b.id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findBoard(db: Db, id: number, language: Language): Promise<BoardRow | undefined> {
  const { rows } = await sql<BoardRow>`
    select ${boardColumns(language)} from pcbs b join equip_types t on t.id = b.equip_type_id
    where b.id = ${id}`.execute(db)
  return rows[0]
}

export interface Uses {
  devices: number
  models: number
  parts: number
  boards: number
  faults: number
}

const none = sql`0::bigint`

/** Who refers to a device type. */
export async function usesOfType(db: Db, id: number): Promise<Uses | undefined> {
  const { rows } = await sql<Uses>`
    select (select count(*) from devices where equip_type_id = ${id}) as devices,
      (select count(*) from equip_models where equip_type_id = ${id}) as models,
      (select count(*) from part_types where equip_type_id = ${id}) as parts,
      (select count(*) from pcbs where equip_type_id = ${id}) as boards,
      (select count(*) from faults where equip_classify = ${id}) as faults`.execute(db)
  return rows[0]
}

export async function usesOfModel(db: Db, id: number): Promise<Uses | undefined> {
  const { rows } = await sql<Uses>`
    select (select count(*) from devices where equip_model_id = ${id}) as devices,
      ${none} as models, ${none} as parts, ${none} as boards, ${none} as faults`.execute(db)
  return rows[0]
}

export async function usesOfBoard(db: Db, id: number): Promise<Uses | undefined> {
  const { rows } = await sql<Uses>`
    select ${none} as devices, (select count(*) from model_parts where pcb_id = ${id}) as models,
      ${none} as parts, ${none} as boards, ${none} as faults`.execute(db)
  return rows[0]
}

/** Devices count that have reported the part. */
export async function usesOfPart(db: Db, equipTypeId: number, code: string): Promise<Uses | undefined> {
  const { rows } = await sql<Uses>`
    select (select count(distinct d.id) from device_parts p join devices d on d.id = p.device_id
        where d.equip_type_id = ${equipTypeId} and p.part_type = ${code}) as devices,
      (select count(*) from model_parts where equip_type_id = ${equipTypeId} and part_type = ${code}) as models,
      ${none} as parts,
      (select count(*) from pcbs where equip_type_id = ${equipTypeId} and part_type = ${code}) as boards,
      ${none} as faults`.execute(db)
  return rows[0]
}
