import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Db, Services, SystemDb } from '../../context.ts'
import { type Written, newFileKey } from '../../platform/files/index.ts'
import * as queries from './queries.ts'

export interface StoredFile extends Written {
  readonly id: number
  readonly key: string
}

interface Storing {
  readonly organizationId: number
  readonly maxBytes: number
  /** Unless somebody keeps it, it is cleared away after this time; a day unless said otherwise. */
  readonly forMs?: number
  readonly onBytes?: (received: number) => void
}

const dayMs = 86_400_000
const instant = (ms: number): string => new Date(ms).toISOString()

/**
 * Streams bytes into the store; throws FileTooLarge, NoRoom or what broke the source. The row comes first, so that
 * nothing lies in the store that nobody knows.
 */
export async function storeFile(
  { files, database, clock }: Services,
  source: Readable,
  { organizationId, maxBytes, forMs = dayMs, onBytes }: Storing,
): Promise<StoredFile> {
  const key = newFileKey()
  const expiresAt = instant(clock.now() + forMs)
  const id = await queries.insertFile(database.system, { key, organizationId, expiresAt })
  try {
    const written = await files.write(key, source, { maxBytes, ...(onBytes && { onBytes }) })
    await queries.completeFile(database.system, id, written)
    return { id, key, ...written }
  } catch (error) {
    await queries.deleteFile(database.system, id)
    throw error
  }
}

/** Opens what was stored; undefined when it is gone. */
export async function openFile({ files }: Services, key: string): Promise<Readable | undefined> {
  return files.read(key).catch(() => undefined)
}

/** From now on the file stays until it is released. */
export const keepFile = ({ database }: Services, id: number): Promise<void> => keepFileIn(database.system, id)

/** The same, only if the transaction commits. */
export const keepFileIn = (db: Db | SystemDb, id: number): Promise<void> =>
  queries.setFileExpiry(db, id, null)

/** Nobody needs the file any more; the next clearing takes it. */
export const releaseFile = (services: Services, id: number): Promise<void> =>
  releaseFileIn(services.database.system, services, id)

/** The same, only if the transaction commits. */
export const releaseFileIn = (db: Db | SystemDb, { clock }: Services, id: number): Promise<void> =>
  queries.setFileExpiry(db, id, instant(clock.now()))

const tokenBytes = 32
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

interface Fetching {
  readonly deviceId: number
  readonly fileId: number
  readonly validForMs: number
}

/** Absolute addresses, in the order of what was asked, by which each device may fetch its file until they expire. */
export async function linksTo(
  db: Db,
  services: Pick<Services, 'clock' | 'publicUrl'>,
  wanted: readonly Fetching[],
): Promise<string[]> {
  if (wanted.length === 0) return []
  const made = wanted.map(({ deviceId, fileId, validForMs }) => {
    const token = randomBytes(tokenBytes).toString('base64url')
    const expiresAt = instant(services.clock.now() + validForMs)
    return { token, link: { tokenHash: hashOf(token), deviceId, fileId, expiresAt } }
  })
  await queries.insertLinks(
    db,
    made.map(({ link }) => link),
  )
  return made.map(({ token }) => `${services.publicUrl}/device/files/${token}`)
}

interface Bringing {
  readonly deviceId: number
  /** The organization that will own the file. */
  readonly ownerId: number
  readonly maxBytes: number
  readonly validForMs: number
  readonly keptForMs: number
}

/** The absolute address to which one device may PUT one file. */
export async function linkFrom(db: Db, services: Services, wanted: Bringing) {
  const { deviceId, ownerId, maxBytes, validForMs, keptForMs } = wanted
  const token = randomBytes(tokenBytes).toString('base64url')
  const now = services.clock.now()
  const [linkId = 0] = await queries.insertLinks(db, [
    {
      ...{ tokenHash: hashOf(token), deviceId, ownerId, maxBytes },
      ...{ expiresAt: instant(now + validForMs), keptUntil: instant(now + keptForMs) },
    },
  ])
  return { linkId, url: `${services.publicUrl}/device/logs/${token}` }
}

/** The link serves nobody any more. */
export const endLink = ({ database, clock }: Services, linkId: number): Promise<void> =>
  queries.endLink(database.system, linkId, instant(clock.now()))
