import { sql } from 'kysely'
import type { Db } from '../../context.ts'

const systemRoleId = 1

/** The role holds every page, which a list of rows would only repeat. */
export const holdsEverything = (userId: number) =>
  sql<boolean>`exists (select from user_roles where user_id = ${userId} and role_id = ${systemRoleId})`

const ownPages = (userId: number) => sql`
  select mine.menu_id from user_roles ur join role_menus mine using (role_id) where ur.user_id = ${userId}`

/** Which of these roles hold a page that none of the user's own roles holds; SYSTEM always does. */
export async function rolesBeyond(
  db: Db,
  userId: number,
  roleIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select r.id, r.name from roles r
    where r.id = any(${roleIds}::bigint[]) and not ${holdsEverything(userId)} and (
      r.id = ${systemRoleId} or exists (
        select from role_menus rm join menus m on m.id = rm.menu_id
        where rm.role_id = r.id and m.type <> 'M' and rm.menu_id not in (${ownPages(userId)})
      )
    ) order by r.id`.execute(db)
  return rows
}

/** Which of these menu rows are pages that none of the user's own roles holds. */
export async function menusBeyond(
  db: Db,
  userId: number,
  menuIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select m.id, m.name from menus m
    where m.id = any(${menuIds}::bigint[]) and m.type <> 'M' and not ${holdsEverything(userId)}
      and m.id not in (${ownPages(userId)}) order by m.id`.execute(db)
  return rows
}
