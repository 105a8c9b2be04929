import { sql } from 'kysely'
import type { Db } from '../../context.ts'

interface TypeValues {
  name: string
  nameEn: string | null
  code: string
}

export const lockType = (db: Db, id: number) =>
  db
    .selectFrom('equipTypes')
    .select(['id', 'name', 'nameEn', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const lockModel = (db: Db, id: number) =>
  db
    .selectFrom('equipModels')
    .select(['id', 'name', 'nameEn', 'equipTypeId', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const lockBoard = (db: Db, id: number) =>
  db
    .selectFrom('pcbs')
    .select(['id', 'pcbName as name', 'pcbNameEn as nameEn', 'equipTypeId', 'partType', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const lockPart = (db: Db, equipTypeId: number, code: string) =>
  db
    .selectFrom('partTypes')
    .select(['code', 'name', 'nameEn', 'isOwn'])
    .where('equipTypeId', '=', equipTypeId)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()

export async function saveType(db: Db, id: number | undefined, values: TypeValues): Promise<number> {
  const made =
    id === undefined
      ? db.insertInto('equipTypes').values(values).returning('id')
      : db.updateTable('equipTypes').set(values).where('id', '=', id).returning('id')
  return (await made.executeTakeFirstOrThrow()).id
}

interface ModelValues {
  equipTypeId: number
  name: string
  nameEn: string | null
}

export async function saveModel(db: Db, id: number | undefined, values: ModelValues): Promise<number> {
  const made =
    id === undefined
      ? db.insertInto('equipModels').values(values).returning('id')
      : db.updateTable('equipModels').set(values).where('id', '=', id).returning('id')
  return (await made.executeTakeFirstOrThrow()).id
}

interface BoardValues {
  equipTypeId: number
  partType: string
  pcbCode: string
  pcbName: string
  pcbNameEn: string | null
  applyTo: string
}

export async function saveBoard(db: Db, id: number | undefined, values: BoardValues): Promise<number> {
  const made =
    id === undefined
      ? db.insertInto('pcbs').values(values).returning('id')
      : db.updateTable('pcbs').set(values).where('id', '=', id).returning('id')
  return (await made.executeTakeFirstOrThrow()).id
}

interface PartValues {
  equipTypeId: number
  code: string
  name: string
  nameEn: string | null
  sort: number
}

export async function savePart(db: Db, values: PartValues): Promise<void> {
  await db
    .insertInto('partTypes')
    .values({ ...values, isOwn: true })
    .onConflict((existing) =>
      existing.columns(['equipTypeId', 'code']).doUpdateSet({
        name: values.name,
        nameEn: values.nameEn,
        sort: values.sort,
      }),
    )
    .execute()
}

export async function removeById(
  db: Db,
  table: 'equipTypes' | 'equipModels' | 'pcbs',
  id: number,
): Promise<void> {
  await db.deleteFrom(table).where('id', '=', id).execute()
}

export async function removePart(db: Db, equipTypeId: number, code: string): Promise<void> {
  await db.deleteFrom('partTypes').where('equipTypeId', '=', equipTypeId).where('code', '=', code).execute()
}

/** Gives a model exactly these parts; the boards of those that stay are kept. */
export async function setModelParts(
  db: Db,
  model: { readonly id: number; readonly equipTypeId: number },
  codes: readonly string[],
): Promise<void> {
  await sql`delete from model_parts where equip_model_id = ${model.id} and part_type <> all(${codes}::text[])`.execute(
    db,
  )
  await sql`
    insert into model_parts (equip_model_id, equip_type_id, part_type)
    select ${model.id}, ${model.equipTypeId}, unnest(${codes}::text[]) on conflict do nothing`.execute(db)
}

interface ModelPart {
  equipModelId: number
  equipTypeId: number
  partType: string
  pcbId: number | null
}

export async function addModelPart(db: Db, part: ModelPart): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('modelParts')
    .values(part)
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateModelPart(
  db: Db,
  { equipModelId, partType, pcbId }: ModelPart,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('modelParts')
    .set({ pcbId })
    .where('equipModelId', '=', equipModelId)
    .where('partType', '=', partType)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeModelPart(db: Db, equipModelId: number, partType: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('modelParts')
    .where('equipModelId', '=', equipModelId)
    .where('partType', '=', partType)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those of the codes that the device type has no part for. */
export async function unknownParts(db: Db, equipTypeId: number, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${codes}::text[]) as code
    where code not in (select p.code from part_types p where p.equip_type_id = ${equipTypeId})`.execute(db)
  return rows.map(({ code }) => code)
}
