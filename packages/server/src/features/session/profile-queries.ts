import { sql } from 'kysely'
import type { SystemDb } from '../../context.ts'

/** What the menu shows: the rows of the caller's roles with all rows above them; every row for SYSTEM. */
export async function menusOf(db: SystemDb, userId: number, isSystem: boolean) {
  const { rows } = await sql<MenuRow>`
    with recursive own as (
      select m.* from menus m where ${isSystem} or exists (
        select from role_menus rm join user_roles ur using (role_id) where ur.user_id = ${userId} and rm.menu_id = m.id
      )
      union
      select above.* from menus above join own on own.parent_id = above.id
    )
    select own.id, own.parent_id, own.name, own.name_en, own.type, own.open_type, own.path, own.url, own.order_num,
      own.remark, own.icon,
      array(select r.code from role_menus rm join roles r on r.id = rm.role_id where rm.menu_id = own.id order by 1) as page_rule
    from own order by own.order_num, own.id`.execute(db)
  return rows
}

export interface MenuRow {
  id: number
  parentId: number | null
  name: string
  nameEn: string | null
  type: 'M' | 'C' | 'F'
  openType: 0 | 1
  path: string
  url: string | null
  orderNum: number
  remark: string
  icon: string | null
  pageRule: string[]
}

export async function profileRow(db: SystemDb, userId: number) {
  const user = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organizationId')
    .select(['users.id', 'userName', 'loginName', 'organizationId', 'organizations.name as organizationName'])
    .select(['mustChangePassword', 'organizations.parentId'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const roles = await db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleId')
    .select(['roles.id', 'roles.name', 'roles.nameEn', 'roles.code', 'roles.needsSecondFactor'])
    .where('userId', '=', userId)
    .orderBy('roles.id')
    .execute()
  const factor = await db
    .selectFrom('secondFactors')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return { user, roles, hasSecondFactor: factor !== undefined }
}
