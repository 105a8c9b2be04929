import type { NewOperator, Operator, OperatorChange } from '@wattkeeper/contracts/api/organizations'
import type { Page } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { anywhere } from '../../platform/database/text.ts'

interface Filter {
  readonly organizationId?: number
  readonly name?: string
  readonly code?: string
  readonly pageNum: number
  readonly pageSize: number
}

/** Operators with their manufacturer's name, newest first. */
export async function listOperators(db: Db, filter: Filter): Promise<Page<Operator>> {
  const { organizationId, name, code, pageNum, pageSize } = filter
  const found = db
    .selectFrom('operators')
    .leftJoin('organizations', 'organizations.id', 'operators.organizationId')
    .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId ?? 0))
    .$if(name !== undefined, (query) => query.where('operators.name', 'ilike', anywhere(name ?? '')))
    .$if(code !== undefined, (query) => query.where('operators.code', 'ilike', anywhere(code ?? '')))
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .select(['operators.id', 'operators.name', 'operators.code', 'operators.version', 'organizationId'])
    .select(['operators.updatedBy as updateBy', 'operators.updatedAt as updateTime'])
    .select('organizations.name as organizationName')
    .orderBy('operators.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { rows, total }
}

export async function insertOperator(db: Db, { name, code, organizationId }: NewOperator, by: string) {
  return db
    .insertInto('operators')
    .values({ name, code, organizationId, updatedBy: by })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** An operator that the caller sees, held until the transaction ends. */
export async function lockOperator(db: Db, id: number) {
  return db
    .selectFrom('operators')
    .select(['id', 'name', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateOperator(db: Db, { id, name, code }: OperatorChange, by: string): Promise<void> {
  await db.updateTable('operators').set({ name, code, updatedBy: by }).where('id', '=', id).execute()
}

export async function deleteOperator(db: Db, id: number): Promise<void> {
  await db.deleteFrom('operators').where('id', '=', id).execute()
}

export async function countDevicesOf(db: Db, operatorId: number): Promise<number> {
  const { count } = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('operatorId', '=', operatorId)
    .executeTakeFirstOrThrow()
  return count
}

/** The operators that the caller sees, of one manufacturer or of all. */
export async function operatorChoices(db: Db, organizationId?: number) {
  return db
    .selectFrom('operators')
    .select(['id', 'name', 'code'])
    .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId ?? 0))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Whose operator it is; undefined when the caller sees none with this id. */
export async function manufacturerOf(db: Db, operatorId: number): Promise<number | undefined> {
  const found = await db
    .selectFrom('operators')
    .select('organizationId')
    .where('id', '=', operatorId)
    .executeTakeFirst()
  return found?.organizationId
}

/** Every operator that the caller sees, with its manufacturer. */
export async function knownOperators(db: Db) {
  return db.selectFrom('operators').select(['id', 'code', 'name', 'organizationId']).orderBy('code').execute()
}
