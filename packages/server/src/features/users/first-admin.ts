import type pg from 'pg'
import { generatePassword, hashPassword } from '../session/index.ts'

const systemRoleId = 1
const platformId = 1

/**
 * Makes user 1 with the login name `admin` in a database that has no users yet. Answers the password when it was made
 * up here, which is the only time that anybody can read it.
 */
export async function ensureFirstAdmin(
  client: pg.ClientBase,
  { password }: { readonly password?: string | undefined },
): Promise<{ password?: string }> {
  const { rows } = await client.query<{ used: boolean }>('select exists (select from users) as used')
  if (rows[0]?.used) return {}
  const chosen = password ?? generatePassword()
  await client.query(
    `with made as (
       insert into users (id, organization_id, user_name, login_name, password_hash, type)
       values (1, $1, '系统管理员', 'admin', $2, '1') returning id
     ), moved as (select setval(pg_get_serial_sequence('users', 'id'), 1))
     insert into user_roles (user_id, role_id) select made.id, $3 from made, moved`,
    [platformId, await hashPassword(chosen), systemRoleId],
  )
  return password === undefined ? { password: chosen } : {}
}
