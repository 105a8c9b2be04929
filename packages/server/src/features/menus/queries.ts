import { sql } from 'kysely'
import type { Db } from '../../context.ts'

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
  updateTime: string
  version: number
}

/** Every row, in the order of the menu. */
export async function allMenus(db: Db): Promise<MenuRow[]> {
  const { rows } = await sql<MenuRow>`
    select id, parent_id, name, name_en, type, open_type, path, url, order_num, remark, icon,
      updated_at as update_time, version
    from menus order by order_num, id`.execute(db)
  return rows
}

/** One edit of the tree at a time: its rules concern several rows. Readers are not held up. */
export async function lockMenus(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('menus'))`.execute(db)
}

export type MenuValues = Omit<MenuRow, 'id' | 'updateTime' | 'version'>

export async function insertMenu(db: Db, values: MenuValues): Promise<number> {
  const { id } = await db.insertInto('menus').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateMenu(db: Db, id: number, values: MenuValues): Promise<void> {
  await db.updateTable('menus').set(values).where('id', '=', id).execute()
}

export async function deleteMenu(db: Db, id: number): Promise<void> {
  await db.deleteFrom('menus').where('id', '=', id).execute()
}

/** The roles that hold a row, SYSTEM aside, which holds all. */
export async function rolesWith(db: Db, menuId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('roleMenus')
    .innerJoin('roles', 'roles.id', 'roleMenus.roleId')
    .select('roles.name')
    .where('menuId', '=', menuId)
    .where('roles.id', '<>', 1)
    .orderBy('roles.id')
    .execute()
  return rows.map(({ name }) => name)
}

/** A new row belongs to SYSTEM, like all others. */
export async function giveToSystem(db: Db, menuId: number): Promise<void> {
  await db.insertInto('roleMenus').values({ roleId: 1, menuId }).execute()
}
