import { type SqlBool, sql } from 'kysely'
import type { Language, Page } from '@wattkeeper/contracts/kit'
import type { Db } from '../../context.ts'
import { rolesBeyond } from './reach-queries.ts'

interface Filter {
  readonly name?: string
  readonly pageNum: number
  readonly pageSize: number
}

const filtered = (db: Db, { name }: Filter) =>
  db
    .selectFrom('roles')
    .$if(name !== undefined, (query) =>
      query.where(sql<SqlBool>`strpos(lower(name || ' ' || coalesce(name_en, '')), lower(${name})) > 0`),
    )

export async function rolePage(db: Db, filter: Filter) {
  const { pageNum, pageSize } = filter
  const { total } = await filtered(db, filter)
    .select((each) => each.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered(db, filter)
    .select(['id', 'name', 'nameEn', 'code', 'remark', 'needsSecondFactor', 'version'])
    .select('updatedAt as updateTime')
    .select([
      sql<boolean>`id = 1`.as('isProtected'),
      sql<number[]>`array(select menu_id from role_menus where role_id = roles.id order by menu_id)`.as(
        'menuIds',
      ),
      sql<number>`(select count(*) from user_roles join users on users.id = user_id where role_id = roles.id)`.as(
        'userCount',
      ),
    ])
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { rows, total } satisfies Page<unknown>
}

/** Every role, with whether this user may hand it to somebody. */
export async function roleChoices(db: Db, userId: number, language: Language) {
  const all = await db.selectFrom('roles').select(['id', 'name', 'nameEn', 'code']).orderBy('id').execute()
  const beyond = new Set(
    (
      await rolesBeyond(
        db,
        userId,
        all.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  )
  return all.map(({ id, code, name, nameEn }) => ({
    id,
    code,
    name: (language === 'en' ? nameEn : null) ?? name,
    isAssignable: id !== 1 && !beyond.has(id),
  }))
}

export async function countRoles(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await db
    .selectFrom('roles')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return count
}

export async function lockRole(db: Db, id: number) {
  const { rows } = await sql<{ id: number; name: string; nameEn: string | null; version: number }>`
    select id, name, name_en, version from roles where id = ${id} for update`.execute(db)
  return rows[0]
}

interface Wanted {
  readonly name: string
  readonly code: string
}

/** Which of a role's two unique values another role has. */
export async function takenValue(
  db: Db,
  { name, code }: Wanted,
  exceptId = 0,
): Promise<'name' | 'code' | undefined> {
  const others = await db
    .selectFrom('roles')
    .select('name')
    .where('id', '<>', exceptId)
    .where((each) => each.or([each('name', '=', name), each('code', '=', code)]))
    .execute()
  if (others.length === 0) return undefined
  return others.some((other) => other.name === name) ? 'name' : 'code'
}

interface RoleValues {
  name: string
  nameEn: string | null
  code: string
  remark?: string
}

export async function insertRole(db: Db, values: RoleValues): Promise<number> {
  const { id } = await db.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateRole(
  db: Db,
  id: number,
  values: Partial<RoleValues> & { needsSecondFactor?: boolean },
): Promise<void> {
  await db.updateTable('roles').set(values).where('id', '=', id).execute()
}

export async function deleteRole(db: Db, id: number): Promise<void> {
  await db.deleteFrom('roles').where('id', '=', id).execute()
}

/** Who has the role: the first three names, and how many there are. */
export async function holdersOf(db: Db, roleId: number): Promise<{ count: number; names: string[] }> {
  const { rows } = await sql<{ count: number; names: string[] }>`
    select count(*) as count, coalesce((array_agg(user_name order by users.id))[1:3], '{}') as names
    from user_roles join users on users.id = user_id where role_id = ${roleId}`.execute(db)
  return rows[0] ?? { count: 0, names: [] }
}

export async function unknownMenu(db: Db, ids: readonly number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as id where id not in (select menus.id from menus) limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

/** Gives a role these menu rows and the groups above them; rows that stay are not touched. */
export async function setMenus(db: Db, roleId: number, menuIds: readonly number[]): Promise<void> {
  const wanted = sql`
    with recursive wanted as (
      select id, parent_id from menus where id = any(${menuIds}::bigint[])
      union select above.id, above.parent_id from menus above join wanted on wanted.parent_id = above.id
    )`
  await sql`${wanted} delete from role_menus where role_id = ${roleId} and menu_id not in (select id from wanted)`.execute(
    db,
  )
  await sql`${wanted} insert into role_menus (role_id, menu_id) select ${roleId}, id from wanted
    on conflict do nothing`.execute(db)
}
