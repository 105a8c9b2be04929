import { sql } from 'kysely'
import type { Db } from '../../context.ts'

export interface ReachedUser {
  id: number
  userName: string
  loginName: string
  organizationId: number
  isPlatform: boolean
  phone: string
  type: string
  status: 0 | 1
  version: number
  roleIds: number[]
}

/** A user within the caller's scope, locked until the transaction ends. */
export async function lockUser(db: Db, id: number): Promise<ReachedUser | undefined> {
  const { rows } = await sql<ReachedUser>`
    select id, user_name, login_name, organization_id, phone, type, status, version,
      organization_id = 1 as is_platform,
      array(select role_id from user_roles where user_id = users.id order by role_id) as role_ids
    from users where id = ${id} for update`.execute(db)
  return rows[0]
}

/** One kind of data permission, ids as text. */
export interface Narrowing {
  readonly type: string
  readonly value: readonly string[]
}

export async function narrowingOf(db: Db, userId: number): Promise<Narrowing[]> {
  return db.selectFrom('dataPermissions').select(['type', 'value']).where('userId', '=', userId).execute()
}

/** Whether somebody narrowed so would see rows that the granter, narrowed in turn, does not. */
export async function exceedsNarrowing(
  db: Db,
  granterId: number,
  wanted: readonly Narrowing[],
): Promise<boolean> {
  const { rows } = await sql<{ exceeds: boolean }>`
    select exists (
      select from data_permissions own
      where own.user_id = ${granterId} and not (own.type = 'R' and 'all' = any(own.value)) and not exists (
        select from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (type text, value text[])
        where wanted.type = own.type and case own.type
          when 'R' then not exists (
            select from unnest(wanted.value) as chosen left join regions on regions.code = chosen
            where code is null or not path && own.value)
          else wanted.value <@ own.value end
      )
    ) as exceeds`.execute(db)
  return rows[0]?.exceeds ?? true
}

/** A new user sees no more than whoever made the account. */
export async function inheritNarrowing(db: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into data_permissions (user_id, type, authority_type, value)
    select ${to}, type, authority_type, value from data_permissions where user_id = ${from}`.execute(db)
}
