import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'

export interface KeyRow {
  readonly id: number
  readonly publicKey: string
  readonly privateKey: string | null
  readonly endorsement: string | null
  readonly createdAt: string
  readonly retiredAt: string | null
}

/** One at a time decides which key signs. */
export async function takeTurn(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('firmware.keys'))`.execute(db)
}

const columns = ['id', 'publicKey', 'privateKey', 'endorsement', 'createdAt', 'retiredAt'] as const

export const currentKey = (db: Db | SystemDb): Promise<KeyRow | undefined> =>
  db.selectFrom('signingKeys').select(columns).where('retiredAt', 'is', null).executeTakeFirst()

/** Newest first. */
export const everyKey = (db: Db | SystemDb): Promise<KeyRow[]> =>
  db.selectFrom('signingKeys').select(columns).orderBy('id', 'desc').execute()

/** A retired key signs nothing any more: its private half is forgotten. */
export async function retireKey(db: Db, id: number, now: string): Promise<void> {
  await db.updateTable('signingKeys').set({ retiredAt: now, privateKey: null }).where('id', '=', id).execute()
}

interface NewKey {
  readonly publicKey: string
  readonly privateKey: string | null
  readonly endorsement: string | null
  readonly now: string
}

/** A key that was used before takes its place again. */
export async function insertKey(db: Db, { now, ...key }: NewKey): Promise<KeyRow> {
  return db
    .insertInto('signingKeys')
    .values({ ...key, createdAt: now })
    .onConflict((conflict) =>
      conflict.column('publicKey').doUpdateSet({ retiredAt: null, privateKey: key.privateKey }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const hashesToSign = (db: Db): Promise<{ id: number; sha256: string }[]> =>
  db.selectFrom('softwareVersions').select(['id', 'sha256']).forUpdate().execute()

export async function setSignature(db: Db, id: number, signature: string): Promise<void> {
  await db.updateTable('softwareVersions').set({ signature }).where('id', '=', id).execute()
}
