import type { Services } from '../../context.ts'
import { type FileStore, FileTooLarge, NoRoom } from '../../platform/files/index.ts'
import type { Bandwidth } from '../../platform/http/bandwidth.ts'
import type { FilePlane, HeldFile, Incoming, Received } from '../../platform/http/file-plane.ts'
import * as queries from './queries.ts'
import { hashOf, storeFile } from './rules.ts'

const noteEveryMs = 500

/** What devices fetch and bring by link. */
export function devicePlane(services: Services, bandwidth: Bandwidth): FilePlane {
  const { database, files, clock } = services
  const linkOf = async (token: string) => {
    const link = await queries.findLink(database.system, hashOf(token))
    if (!link) return 'unknown'
    return Date.parse(link.expiresAt) <= clock.now() ? 'expired' : link
  }
  return {
    bandwidth,

    async find(token) {
      const link = await linkOf(token)
      if (typeof link === 'string') return link
      // A link to bring something shows nothing.
      if (link.fileId === null || link.maxBytes !== null) return 'unknown'
      const file = await queries.findFile(database.system, { id: link.fileId })
      if (!file) return 'expired'
      const { key, size, sha256, createdAt } = file
      const read: HeldFile['read'] = (range) => files.read(key, range)
      const seconds = Math.ceil((Date.parse(link.expiresAt) - clock.now()) / 1000)
      return {
        ...{ size, tag: sha256, modifiedAt: createdAt, holder: String(link.deviceId), read },
        // One note that is missed is followed by others.
        onKeptWaiting: () => void queries.noteKeptWaiting(database.system, link.id).catch(() => undefined),
        ...(files.link && { direct: directLink(files.link, key, seconds) }),
      }
    },

    async receive(token, incoming) {
      const link = await linkOf(token)
      if (link === 'unknown') return { status: 404, said: 'no such link' }
      if (link === 'expired') return { status: 410, said: 'the link has expired' }
      const { id, ownerId, maxBytes, keptUntil, fileId } = link
      if (ownerId === null || maxBytes === null) return { status: 404, said: 'no such link' }
      // The answer to the first was lost: what was stored is kept.
      if (fileId !== null) return { status: 200, said: 'stored already' }
      return store(services, incoming, { id, ownerId, maxBytes, keptUntil })
    },
  }
}

/** No store signs for longer than a week. */
const longestLinkSeconds = 7 * 86_400

const directLink = (link: NonNullable<FileStore['link']>, key: string, seconds: number) => () =>
  link(key, { seconds: Math.min(seconds, longestLinkSeconds) })

interface Place {
  readonly id: number
  readonly ownerId: number
  readonly maxBytes: number
  readonly keptUntil: string | null
}

async function store(services: Services, { body, length }: Incoming, place: Place): Promise<Received> {
  const { database, bus } = services
  const { id, ownerId, maxBytes, keptUntil } = place
  try {
    if (length !== undefined && length > maxBytes) throw new FileTooLarge(maxBytes)
    const onBytes = progressOf(services, id)
    onBytes(0)
    const file = await storeFile(services, body, { organizationId: ownerId, maxBytes, onBytes })
    if (!(await queries.giveFile(database.system, id, file))) return { status: 200, said: 'stored already' }
    await queries.setFileExpiry(database.system, file.id, keptUntil)
    return { status: 201, said: 'stored' }
  } catch (error) {
    const [failure, answer] = outcomeOf(error, maxBytes)
    await queries.noteFailure(database.system, id, failure)
    return answer
  } finally {
    bus.announce('fileReceived', { linkId: id })
  }
}

function outcomeOf(error: unknown, maxBytes: number): ['tooLarge' | 'noRoom' | 'brokeOff', Received] {
  if (error instanceof FileTooLarge) return ['tooLarge', { status: 413, said: `more than ${maxBytes} bytes` }]
  if (error instanceof NoRoom) return ['noRoom', { status: 507, said: 'no room, try later' }]
  return ['brokeOff', { status: 400, said: 'the transfer broke off' }]
}

/** Writes down how far it has come, not oftener than people look. */
function progressOf({ database, clock }: Services, linkId: number): (bytes: number) => void {
  let notedAt = Number.NEGATIVE_INFINITY
  return (bytes) => {
    const now = clock.now()
    if (now - notedAt < noteEveryMs) return
    notedAt = now
    // A progress that is missed does no harm.
    queries
      .noteReceived(database.system, linkId, { bytes, now: new Date(now).toISOString() })
      .catch(() => undefined)
  }
}
