import { sql } from 'kysely'
import type { SystemDb } from '../../context.ts'

export interface AttemptRow {
  state: string
  proofHash: Buffer
  nonce: string
  verifier: string
  redirectUri: string
  /** Recognized before; the second factor was still to come. */
  userId: number | null
}

export async function insertAttempt(
  db: SystemDb,
  attempt: Omit<AttemptRow, 'userId'> & { expiresAt: string },
): Promise<void> {
  await db.insertInto('signOnAttempts').values(attempt).execute()
}

export async function findAttempt(db: SystemDb, state: string, now: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('signOnAttempts')
    .select(['state', 'proofHash', 'nonce', 'verifier', 'redirectUri', 'userId'])
    .where('state', '=', state)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

export async function recognize(db: SystemDb, state: string, userId: number): Promise<void> {
  await db.updateTable('signOnAttempts').set({ userId }).where('state', '=', state).execute()
}

export async function deleteAttempt(db: SystemDb, state: string): Promise<void> {
  await db.deleteFrom('signOnAttempts').where('state', '=', state).execute()
}

export interface SignOnUser {
  id: number
  loginName: string
  status: number
}

export async function userById(db: SystemDb, id: number): Promise<SignOnUser | undefined> {
  return db.selectFrom('users').select(['id', 'loginName', 'status']).where('id', '=', id).executeTakeFirst()
}

/**
 * The user of a provider's subject. The first time the login name decides, and binds; the built-in administrator is
 * never bound, whatever name the provider lets somebody have.
 */
export async function userOfSubject(
  db: SystemDb,
  subject: string,
  loginName: string | undefined,
): Promise<SignOnUser | undefined> {
  const { rows } = await sql<SignOnUser>`
    with bound as (
      update users set sign_on_subject = ${subject}
      where login_name = ${loginName ?? null} and sign_on_subject is null and id <> 1
        and not exists (select from users known where known.sign_on_subject = ${subject})
      returning id, login_name, status
    )
    select id, login_name, status from users where sign_on_subject = ${subject}
    union all select id, login_name, status from bound limit 1`.execute(db)
  return rows[0]
}
