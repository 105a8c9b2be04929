import { sql } from 'kysely'
import type { Db, SystemDb } from '../../context.ts'
import type { Written } from '../../platform/files/index.ts'

export interface NewFile {
  readonly key: string
  readonly organizationId: number
  readonly expiresAt: string
}

export async function insertFile(db: SystemDb, file: NewFile): Promise<number> {
  const { id } = await db.insertInto('storedFiles').values(file).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function completeFile(db: SystemDb, id: number, { size, md5, sha256 }: Written): Promise<void> {
  await db.updateTable('storedFiles').set({ size, md5, sha256 }).where('id', '=', id).execute()
}

/** null keeps it until somebody lets go. */
export async function setFileExpiry(db: Db | SystemDb, id: number, expiresAt: string | null): Promise<void> {
  await db.updateTable('storedFiles').set({ expiresAt }).where('id', '=', id).execute()
}

/** A file that has arrived completely and has not expired. */
export async function findFile(db: Db | SystemDb, by: { readonly key: string } | { readonly id: number }) {
  const found = await db
    .selectFrom('storedFiles')
    .select(['id', 'key', 'organizationId', 'size', 'md5', 'sha256', 'createdAt', 'expiresAt'])
    .where((where) => ('key' in by ? where('key', '=', by.key) : where('id', '=', by.id)))
    .executeTakeFirst()
  if (!found || found.size === null || found.md5 === null || found.sha256 === null) return undefined
  return { ...found, size: found.size, md5: found.md5, sha256: found.sha256 }
}

export async function expiredFiles(db: SystemDb, now: string, limit: number) {
  return db
    .selectFrom('storedFiles')
    .select(['id', 'key'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
}

export async function deleteFile(db: SystemDb, id: number): Promise<void> {
  await db.deleteFrom('storedFiles').where('id', '=', id).execute()
}

export async function knownKeys(db: SystemDb, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('storedFiles').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

export interface NewLink {
  readonly tokenHash: Buffer
  readonly deviceId: number
  readonly expiresAt: string
  /** To fetch. */
  readonly fileId?: number
  /** To bring. */
  readonly ownerId?: number
  readonly maxBytes?: number
  readonly keptUntil?: string
}

export async function insertLinks(db: Db, links: readonly NewLink[]): Promise<number[]> {
  const rows = await db
    .insertInto('deviceLinks')
    .values([...links])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findLink(db: SystemDb, tokenHash: Buffer) {
  return db
    .selectFrom('deviceLinks')
    .select(['id', 'deviceId', 'fileId', 'ownerId', 'maxBytes', 'keptUntil', 'expiresAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** Taken back by whoever judges how long fetching takes. */
export async function noteKeptWaiting(db: SystemDb, id: number): Promise<void> {
  await db
    .updateTable('deviceLinks')
    .set({ isKeptWaiting: true })
    .where('id', '=', id)
    .where('isKeptWaiting', '=', false)
    .execute()
}

export async function noteReceived(db: SystemDb, id: number, { bytes, now }: { bytes: number; now: string }) {
  await db
    .updateTable('deviceLinks')
    .set({ receivedBytes: bytes, activeAt: now, failure: null })
    .where('id', '=', id)
    .where('fileId', 'is', null)
    .execute()
}

export async function noteFailure(db: SystemDb, id: number, failure: 'tooLarge' | 'brokeOff' | 'noRoom') {
  await db
    .updateTable('deviceLinks')
    .set({ failure })
    .where('id', '=', id)
    .where('fileId', 'is', null)
    .execute()
}

/** The link has its file now, unless another was quicker. */
export async function giveFile(
  db: SystemDb,
  id: number,
  file: { readonly id: number; readonly size: number },
): Promise<boolean> {
  const given = await db
    .updateTable('deviceLinks')
    .set({ fileId: file.id, receivedBytes: file.size, failure: null })
    .where('id', '=', id)
    .where('fileId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return given !== undefined
}

export async function endLink(db: SystemDb, id: number, now: string): Promise<void> {
  await db.updateTable('deviceLinks').set({ expiresAt: now }).where('id', '=', id).execute()
}

/** Links are kept a day longer, so that a late device hears "expired" and not "unknown". */
export async function forgetLinks(db: SystemDb, before: string): Promise<void> {
  await sql`delete from device_links where expires_at < ${before}`.execute(db)
}
