import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

/** All that decides what somebody may do and see. */
export interface HolderRow {
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
  hasSecondFactor: boolean
  /** By one of the roles. */
  needsSecondFactor: boolean
}

export interface SessionRow extends HolderRow {
  sessionId: number
  endedAt: string | null
  endReason: string | null
  expiresAt: string
  lastSeenAt: string
}

/** The columns of HolderRow, from `users u join organizations o`. */
export const holderColumns = sql`
  u.id as user_id, u.user_name, u.login_name, u.status, u.must_change_password, u.organization_id,
  o.parent_id is null as is_platform,
  array(select r.code from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id order by 1) as role_codes,
  array(
    select distinct m.url from user_roles ur join role_menus rm using (role_id) join menus m on m.id = rm.menu_id
    where ur.user_id = u.id and m.url is not null and m.type in ('C', 'F') and m.open_type = 0
  ) as page_keys,
  (select jsonb_object_agg(p.type, p.value) from data_permissions p where p.user_id = u.id) as narrowing,
  exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
  exists (
    select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.needs_second_factor
  ) as needs_second_factor`

export async function findSession(db: SystemDb, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.ended_at, s.end_reason, s.expires_at, s.last_seen_at, ${holderColumns}
    from sessions s join users u on u.id = s.user_id join organizations o on o.id = u.organization_id
    where s.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

export async function prolongSession(
  db: SystemDb,
  id: number,
  seen: { lastSeenAt: string; expiresAt: string },
): Promise<void> {
  await db.updateTable('sessions').set(seen).where('id', '=', id).execute()
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

export type EndReason = 'logout' | 'password' | 'disabled' | 'ended' | 'reset'

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
  { since, limit }: { readonly since: string; readonly limit: number },
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

/** Sessions that ended or ran out before an instant, and failures older than it. */
export async function forgetOldSessions(db: SystemDb, before: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((each) => each.or([each('expiresAt', '<', before), each('endedAt', '<', before)]))
    .execute()
  await db.deleteFrom('loginFailures').where('at', '<', before).execute()
  await db.deleteFrom('signOnAttempts').where('expiresAt', '<', before).execute()
}

export async function loginNameOf(db: SystemDb, userId: number): Promise<string> {
  const { loginName } = await db
    .selectFrom('users')
    .select('loginName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return loginName
}

export async function roleDemandsFactor(db: SystemDb, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleId')
    .select('roles.id')
    .where('userId', '=', userId)
    .where('needsSecondFactor', '=', true)
    .executeTakeFirst()
  return found !== undefined
}
