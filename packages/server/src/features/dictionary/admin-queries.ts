import { type SqlBool, sql } from 'kysely'
import type { Language } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { nameIn } from '../../platform/database/text.ts'

interface Filter {
  readonly code?: string
  readonly name?: string
  readonly type?: string
  readonly pageNum: number
  readonly pageSize: number
}

const filtered = (db: Db, { code, name, type }: Filter) =>
  db
    .selectFrom('dictionary')
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .$if(code !== undefined, (query) => query.where(sql<SqlBool>`strpos(lower(code), lower(${code})) > 0`))
    .$if(name !== undefined, (query) =>
      query.where(sql<SqlBool>`strpos(lower(name || ' ' || coalesce(name_en, '')), lower(${name})) > 0`),
    )

export async function entryPage(db: Db, filter: Filter, language: Language) {
  const { total } = await filtered(db, filter)
    .select((each) => each.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const typeName = sql<string>`coalesce((
    select ${nameIn(language, 'kind')} from dictionary kind
    where kind.type = 'SEMAPHORE_TYPE' and kind.code = dictionary.type), dictionary.type)`
  const rows = await filtered(db, filter)
    .select(['id', 'code', 'name', 'nameEn', 'type', 'note', 'alarmLevel', 'extra', 'version'])
    .select('updatedAt as updateTime')
    .select([typeName.as('typeName'), sql<'BIT' | 'VALUE' | null>`analysis_type`.as('analysisType')])
    .orderBy('type')
    .orderBy('id')
    .limit(filter.pageSize)
    .offset((filter.pageNum - 1) * filter.pageSize)
    .execute()
  return { rows, total }
}

export async function lockEntry(db: Db, id: number) {
  return db
    .selectFrom('dictionary')
    .select(['id', 'type', 'code', 'name', 'nameEn', 'extra', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export interface EntryValues {
  type: string
  code: string
  name: string
  nameEn: string | null
  note: string
  alarmLevel: number | null
  analysisType: string | null
}

export async function insertEntry(db: Db, values: EntryValues): Promise<number> {
  const { id } = await db.insertInto('dictionary').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateEntry(db: Db, id: number, values: EntryValues): Promise<void> {
  await db.updateTable('dictionary').set(values).where('id', '=', id).execute()
}

export async function deleteEntry(db: Db, id: number): Promise<void> {
  await db.deleteFrom('dictionary').where('id', '=', id).execute()
}

interface Place {
  readonly type: string
  readonly code: string
  readonly exceptId?: number | undefined
}

export async function hasEntry(db: Db, { type, code, exceptId = 0 }: Place): Promise<boolean> {
  const found = await db
    .selectFrom('dictionary')
    .select('id')
    .where('type', '=', type)
    .where('code', '=', code)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return found !== undefined
}

/** Who refers to an entry by its code. */
export async function usesOf(db: Db, type: string, code: string) {
  const { rows } = await sql<{ alarms: number; faults: number; users: number; entries: number }>`
    select
      case when ${type} = 'ALARM' then (select count(*) from alarm_states where semaphore_code = ${code}) else 0 end as alarms,
      case when ${type} = 'ALARM' then (select count(*) from faults where alarm_code = ${code}) else 0 end as faults,
      case when ${type} = 'USER_TYPE' then (select count(*) from users where type = ${code}) else 0 end as users,
      case when ${type} = 'SEMAPHORE_TYPE' then (select count(*) from dictionary where type = ${code}) else 0 end as entries`.execute(
    db,
  )
  return rows[0] ?? { alarms: 0, faults: 0, users: 0, entries: 0 }
}
