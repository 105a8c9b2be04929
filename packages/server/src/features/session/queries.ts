import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

/** A session with all that decides what its holder may do and see. */
export interface SessionRow {
  sessionId: number
  endedAt: string | null
  endReason: string | null
  expiresAt: string
  lastSeenAt: string
  userId: number
  userName: string
  loginName: string
  status: number
  mustChangePassword: boolean
  organizationId: number
  isPlatform: boolean
  roleCodes: string[]
  pageKeys: string[]
  narrowing: Partial<Record<'O' | 'ET' | 'R', string[]>> | null
}

export async function findSession(db: SystemDb, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.ended_at, s.end_reason, s.expires_at, s.last_seen_at,
      u.id as user_id, u.user_name, u.login_name, u.status, u.must_change_password, u.organization_id,
      o.parent_id is null as is_platform,
      array(select r.code from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id order by 1) as role_codes,
      array(
        select distinct m.url from user_roles ur join role_menus rm using (role_id) join menus m on m.id = rm.menu_id
        where ur.user_id = u.id and m.url is not null and m.type in ('C', 'F')
      ) as page_keys,
      (select jsonb_object_agg(p.type, p.value) from data_permissions p where p.user_id = u.id) as narrowing
    from sessions s join users u on u.id = s.user_id join organizations o on o.id = u.organization_id
    where s.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

export async function prolongSession(
  db: SystemDb,
  id: number,
  seenAt: string,
  expiresAt: string,
): Promise<void> {
  await db.updateTable('sessions').set({ lastSeenAt: seenAt, expiresAt }).where('id', '=', id).execute()
}

export interface NewSession {
  userId: number
  tokenHash: Buffer
  address: string
  userAgent: string
  expiresAt: string
}

export async function insertSession(db: SystemDb, session: NewSession): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

type EndReason = 'logout' | 'password' | 'disabled' | 'ended'

interface Ended {
  readonly userId: number
  readonly reason: EndReason
  /** Only this one; all of the user's without it. */
  readonly sessionId?: number
}

/** Ends open sessions of a user; answers how many. */
export async function endSessions(db: SystemDb, { userId, reason, sessionId }: Ended): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ endedAt: sql`now()`, endReason: reason })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId ?? 0))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

export async function openSessions(db: SystemDb, userId: number, now: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'address', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

export async function findLogin(db: SystemDb, loginName: string) {
  return db
    .selectFrom('users')
    .select(['id', 'passwordHash', 'status', 'organizationId', 'userName'])
    .where('loginName', '=', loginName)
    .executeTakeFirst()
}

export async function passwordOf(db: SystemDb, userId: number): Promise<string> {
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return passwordHash
}

/** Under the caller's own scope, so that the change is audited with the request. */
export async function setPassword(db: Db | SystemDb, userId: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash, mustChangePassword: false })
    .where('id', '=', userId)
    .execute()
}

export interface FailedLogin {
  loginName: string
  address: string
}

export async function insertFailure(db: SystemDb, failure: FailedLogin, at: string): Promise<void> {
  await db
    .insertInto('loginFailures')
    .values({ ...failure, at })
    .execute()
}

/** When the failures of a name or of an address since an instant happened, the newest `limit`, newest first. */
export async function failuresSince(
  db: SystemDb,
  { loginName, address }: FailedLogin,
  since: string,
  limit: number,
) {
  const newest = (column: 'loginName' | 'address', value: string) =>
    db
      .selectFrom('loginFailures')
      .select('at')
      .where(column, '=', value)
      .where('at', '>', since)
      .orderBy('at', 'desc')
      .limit(limit)
      .execute()
  const [byName, byAddress] = await Promise.all([newest('loginName', loginName), newest('address', address)])
  return { byName: byName.map(({ at }) => at), byAddress: byAddress.map(({ at }) => at) }
}

export async function forgetFailures(db: SystemDb, loginName: string): Promise<void> {
  await db.deleteFrom('loginFailures').where('loginName', '=', loginName).execute()
}

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
    .select(['roles.id', 'roles.name', 'roles.nameEn', 'roles.code'])
    .where('userId', '=', userId)
    .orderBy('roles.id')
    .execute()
  return { user, roles }
}

/** Sessions that ended or ran out before an instant, and failures older than it. */
export async function forgetOldSessions(db: SystemDb, before: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((each) => each.or([each('expiresAt', '<', before), each('endedAt', '<', before)]))
    .execute()
  await db.deleteFrom('loginFailures').where('at', '<', before).execute()
}
