import { type SqlBool, sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import { type HolderRow, holderColumns } from './queries.ts'

export interface KeyRow extends HolderRow {
  keyId: number
  keyName: string
  granted: string[]
  expiresAt: string
  lastUsedAt: string | null
}

export async function findKey(db: SystemDb, tokenHash: Buffer): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select k.id as key_id, k.name as key_name, k.permissions as granted, k.expires_at, k.last_used_at, ${holderColumns}
    from api_keys k join users u on u.id = k.user_id join organizations o on o.id = u.organization_id
    where k.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

export async function rememberUse(
  db: SystemDb,
  id: number,
  use: { lastUsedAt: string; lastAddress: string },
): Promise<void> {
  await db.updateTable('apiKeys').set(use).where('id', '=', id).execute()
}

interface Filter {
  readonly name?: string
  readonly pageNum: number
  readonly pageSize: number
}

const filtered = (db: Db, { name }: Filter) =>
  db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .$if(name !== undefined, (query) =>
      query.where(sql<SqlBool>`strpos(lower(api_keys.name), lower(${name})) > 0`),
    )

/** The keys of the caller's organization; of all organizations for the platform. */
export async function keyPage(db: Db, filter: Filter) {
  const { total } = await filtered(db, filter)
    .select((each) => each.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered(db, filter)
    .select(['apiKeys.id', 'apiKeys.name', 'hint', 'userId', 'userName', 'permissions', 'lastAddress'])
    .select(['apiKeys.createdAt as createTime', 'apiKeys.expiresAt', 'lastUsedAt'])
    .orderBy('apiKeys.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.pageNum - 1) * filter.pageSize)
    .execute()
  return { rows, total }
}

interface NewKey {
  userId: number
  organizationId: number
  name: string
  hint: string
  tokenHash: Buffer
  permissions: string[]
  expiresAt: string
}

export async function insertKey(db: Db, key: NewKey): Promise<number> {
  const { id } = await db.insertInto('apiKeys').values(key).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function deleteKey(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('apiKeys').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
