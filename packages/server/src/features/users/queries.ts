import { type SqlBool, sql } from 'kysely'
import type { UserFilter } from '@wattkeeper/contracts/api/users'
import type { Language, Page } from '@wattkeeper/contracts/kit'
import type { Db, SystemDb } from '../../context.ts'

const contains = (column: string, part: string) =>
  sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${part})) > 0`

const filtered = (db: Db, { name, phone, roleIds, organizationId, status }: UserFilter) =>
  db
    .selectFrom('users')
    .$if(name !== undefined, (query) => query.where(contains('user_name', name ?? '')))
    .$if(phone !== undefined, (query) => query.where(contains('phone', phone ?? '')))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 1))
    .$if(organizationId !== undefined, (query) =>
      query.where('organizationId', 'in', (from) =>
        from
          .selectFrom('organizations')
          .select('id')
          .where((each) =>
            each.or([each('id', '=', organizationId ?? 0), each('parentId', '=', organizationId ?? 0)]),
          ),
      ),
    )
    .$if((roleIds?.length ?? 0) > 0, (query) =>
      query.where('id', 'in', (from) =>
        from
          .selectFrom('userRoles')
          .select('userId')
          .where('roleId', '=', sql<number>`any(${roleIds ?? []}::bigint[])`),
      ),
    )

export interface UserRow {
  id: number
  userName: string
  loginName: string
  phone: string
  type: string
  status: 0 | 1
  mustChangePassword: boolean
  organizationId: number
  organizationName: string
  updateTime: string
  version: number
  isProtected: boolean
  isNarrowed: boolean
  hasSecondFactor: boolean
  roleIds: number[]
  roleNames: string
}

/** Newest first. */
export async function userPage(db: Db, filter: UserFilter, language: Language): Promise<Page<UserRow>> {
  const { pageNum, pageSize } = filter
  const counted = await filtered(db, filter)
    .select((each) => each.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const roleName = sql`case when ${language} = 'en' then coalesce(r.name_en, r.name) else r.name end`
  const ofUser = sql`from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = users.id`
  // the page is cut out before anything is looked up for its rows
  const page = filtered(db, filter)
    .select('id')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('users', 'users.id', 'page.id')
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .select(['users.id', 'users.userName', 'users.loginName', 'users.phone', 'users.type'])
    .select(['users.mustChangePassword', 'users.organizationId', 'organizations.name as organizationName'])
    .select(['users.updatedAt as updateTime', 'users.version'])
    .select([
      sql<0 | 1>`users.status`.as('status'),
      sql<boolean>`users.id = 1`.as('isProtected'),
      sql<boolean>`exists (select from data_permissions p where p.user_id = users.id)`.as('isNarrowed'),
      sql<boolean>`exists (
        select from second_factors f where f.user_id = users.id and f.confirmed_at is not null
      )`.as('hasSecondFactor'),
      sql<number[]>`array(select r.id ${ofUser} order by r.id)`.as('roleIds'),
      sql<string>`(select coalesce(string_agg(${roleName}, ', ' order by r.id), '') ${ofUser})`.as(
        'roleNames',
      ),
    ])
    .orderBy('users.id', 'desc')
    .execute()
  return { rows, total: counted.total }
}

interface UserValues {
  userName: string
  phone: string
  type: string
  organizationId: number
}

export async function insertUser(
  db: Db,
  values: UserValues & { loginName: string; passwordHash: string },
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ ...values, mustChangePassword: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateUser(
  db: Db,
  id: number,
  values: Partial<UserValues> & { status?: 0 | 1; passwordHash?: string; mustChangePassword?: boolean },
): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute()
}

export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/** Gives a user exactly these roles; rows that stay are not touched, so that the audit shows what changed. */
export async function setRoles(db: Db, userId: number, roleIds: readonly number[]): Promise<void> {
  await sql`delete from user_roles where user_id = ${userId} and role_id <> all(${roleIds}::bigint[])`.execute(
    db,
  )
  await sql`
    insert into user_roles (user_id, role_id) select ${userId}, unnest(${roleIds}::bigint[])
    on conflict do nothing`.execute(db)
}

export interface Related {
  hasOrganization: boolean
  hasType: boolean
}

/** Whether what a user refers to exists, and may be seen. */
export async function related(db: Db, organizationId: number, type: string): Promise<Related> {
  const { rows } = await sql<Related>`
    select exists (select from organizations where id = ${organizationId}) as has_organization,
      exists (select from dictionary where type = 'USER_TYPE' and code = ${type}) as has_type`.execute(db)
  return rows[0] ?? { hasOrganization: false, hasType: false }
}

/** Login names are unique over all organizations, so everybody's are asked. */
export async function isLoginNameTaken(db: SystemDb, loginName: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('loginName', '=', loginName)
    .executeTakeFirst()
  return found !== undefined
}
