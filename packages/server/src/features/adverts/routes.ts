import {
  type NewAdvert,
  advertProblems as problems,
  type adverts,
  mostAdvertBytes,
} from '@wattkeeper/contracts/api/adverts'
import { Problem, commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Handlers, Services } from '../../context.ts'
import { wallClock } from '../../platform/clock/instant.ts'
import { FileTooLarge, NoRoom } from '../../platform/files/index.ts'
import type { UploadedFile } from '../../platform/http/handler.ts'
import { keepFileIn, openFile, releaseFileIn, storeFile } from '../device-files/index.ts'
import { mediaNamed, mediaOf, peek } from './media.ts'
import { publish } from './publish.ts'
import * as queries from './queries.ts'

const prefix = 'adverts/'

/** Screens need not wait for the next tick; where this fails, the tick does it. */
function publishSoon(services: Services): void {
  publish(services).catch(() => undefined)
}

export const handlers: Handlers<typeof adverts> = {
  async list({ pageNum, pageSize, adName }, { db, services }) {
    const total = await queries.countAdverts(db, adName)
    const offset = (pageNum - 1) * pageSize
    if (offset >= total) return { rows: [], total }
    const now = new Date(services.clock.now()).toISOString()
    const found = await queries.findAdverts(db, { adName, limit: pageSize, offset, now })
    const wall = wallClock(services.timeZone)
    const rows = found.map(({ startsAt, endsAt, ...advert }) => ({
      ...advert,
      adStartTime: wall(startsAt),
      adEndTime: endsAt === null ? null : wall(endsAt),
      fgDelete: 0 as const,
    }))
    return { rows, total }
  },

  uploadAnnex: (_, { file, caller, services }) => keepAnnex(file, caller.organizationId, services),

  async create(wanted, { db, caller, services, afterCommit }) {
    const { key, contentType } = annexOf(wanted.annexUrl) ?? fail(problems.noFile)
    const annex = (await queries.findAnnex(db, key, caller.organizationId)) ?? fail(problems.noFile)
    const { startsAt, endsAt } = timesOf(wanted, services.clock.now())
    const row = {
      ...{ organizationId: caller.organizationId, createdBy: caller.userId, createdByName: caller.userName },
      ...{ adName: wanted.adName, annexUrl: wanted.annexUrl, fileName: wanted.fileMame, contentType },
      ...{ fileId: annex.id, size: annex.size ?? 0, startsAt, endsAt },
    }
    const id = await queries.insertAdvert(db, row, caller.scope)
    await keepFileIn(db, annex.id)
    afterCommit(() => publishSoon(services))
    return { id }
  },

  async remove({ id }, { db, services, afterCommit }) {
    const fileId = (await queries.deleteAdvert(db, id)) ?? fail(problems.notFound)
    await releaseFileIn(db, services, fileId)
    afterCommit(() => publishSoon(services))
    return null
  },

  async preview({ adId }, { scoped, services }) {
    const advert = (await scoped((db) => queries.findAdvert(db, adId))) ?? fail(problems.notFound)
    const body = (await openFile(services, advert.key)) ?? fail(problems.notFound)
    return { name: advert.fileName, type: advert.contentType, body }
  },
}

async function keepAnnex(file: UploadedFile, organizationId: number, services: Services): Promise<string> {
  const { head, whole } = await peek(file.stream)
  const media = mediaOf(head) ?? fail(problems.wrongKind)
  try {
    const { key } = await storeFile(services, whole, { organizationId, maxBytes: mostAdvertBytes })
    return `${prefix}${key}.${media.extension}`
  } catch (error) {
    if (error instanceof FileTooLarge) throw new Problem(commonProblems.tooLarge)
    throw error instanceof NoRoom ? new Problem(commonProblems.unavailable) : error
  }
}

function annexOf(annexUrl: string): { key: string; contentType: string } | undefined {
  const [, key, extension = ''] = /^adverts\/([0-9a-f]{32})\.([a-z0-9]{3,4})$/.exec(annexUrl) ?? []
  const media = mediaNamed(extension)
  return key !== undefined && media ? { key, contentType: media.type } : undefined
}

/** Without a start it plays from now on, without an end until it is deleted. */
function timesOf({ adStartTime, adEndTime }: NewAdvert, now: number) {
  const startsAt = adStartTime ?? new Date(now).toISOString()
  const endsAt = adEndTime ?? null
  if (endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)) fail(problems.wrongTimes)
  if (endsAt !== null && Date.parse(endsAt) <= now) fail(problems.past)
  return { startsAt, endsAt }
}
