import type { Language } from '@wattkeeper/contracts/kit'
import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

export async function typesOf(db: Db, language: Language) {
  return db
    .selectFrom('equipTypes')
    .select(['id', 'code', nameIn(language, 'equip_types').as('name')])
    .orderBy('id')
    .execute()
}

/** The models of a type, or of all. */
export async function modelsOf(db: Db, language: Language, equipTypeId?: number) {
  return db
    .selectFrom('equipModels')
    .select(['id', 'equipTypeId', nameIn(language, 'equip_models').as('name')])
    .$if(equipTypeId !== undefined, (query) => query.where('equipTypeId', '=', equipTypeId ?? 0))
    .orderBy('equipTypeId')
    .orderBy('id')
    .execute()
}

/** The firmware part types of a type, or of all. */
export async function partsOf(db: Db, language: Language, equipTypeId?: number) {
  return db
    .selectFrom('partTypes')
    .select(['code', 'equipTypeId', nameIn(language, 'part_types').as('name')])
    .$if(equipTypeId !== undefined, (query) => query.where('equipTypeId', '=', equipTypeId ?? 0))
    .orderBy('equipTypeId')
    .orderBy('sort')
    .orderBy('code')
    .execute()
}

export async function boardsOf(db: Db, language: Language) {
  return db
    .selectFrom('pcbs')
    .select(['id', 'pcbCode', 'applyTo', 'partType', 'equipTypeId'])
    .select(
      language === 'en'
        ? sql<string>`coalesce(pcb_name_en, pcb_name)`.as('pcbName')
        : 'pcbs.pcbName as pcbName',
    )
    .orderBy('id')
    .execute()
}

/** Types and models under both their names, for whoever reads what a person has typed. */
export async function namesOfModels(db: Db) {
  return db
    .selectFrom('equipTypes')
    .innerJoin('equipModels', 'equipModels.equipTypeId', 'equipTypes.id')
    .select(['equipTypes.id as typeId', 'equipTypes.name as typeName', 'equipTypes.nameEn as typeNameEn'])
    .select(['equipModels.id', 'equipModels.name', 'equipModels.nameEn'])
    .orderBy('equipModels.id')
    .execute()
}

export async function isModelOf(db: Db, modelId: number, typeId: number): Promise<boolean> {
  const found = await db
    .selectFrom('equipModels')
    .select('id')
    .where('id', '=', modelId)
    .where('equipTypeId', '=', typeId)
    .executeTakeFirst()
  return found !== undefined
}
