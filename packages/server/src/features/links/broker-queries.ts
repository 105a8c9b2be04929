import { sql } from 'kysely'
import type { SystemDb } from '../../context.ts'

export function secretOf(db: SystemDb, code: string) {
  return db
    .selectFrom('devices')
    .select(['secretHash as hash', 'secretSalt as salt'])
    .where('code', '=', code)
    .executeTakeFirst()
}

export async function nameBrokerSession(db: SystemDb, code: string, session: string | null): Promise<void> {
  await db.updateTable('devices').set({ brokerSession: session }).where('code', '=', code).execute()
}

/** Answers the device if this took it offline: see end_broker_session. */
export async function endBrokerSession(
  db: SystemDb,
  code: string,
  session: string | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from end_broker_session(${code}, ${session}) as id`.execute(db)
  return rows.map(({ id }) => id)
}
