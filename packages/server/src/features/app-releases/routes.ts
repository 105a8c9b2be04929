import { appReleaseProblems, appReleases } from '@wattkeeper/contracts/api/app-releases'
import { Problem, commonProblems, fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import { FileTooLarge, NoRoom } from '../../platform/files/index.ts'
import { keepFile, releaseFile, storeFile } from '../device-files/index.ts'
import * as queries from './queries.ts'
import { addressOf, isAndroidPackage, leadToNewest, offeredBy, saidBy } from './rules.ts'

const { maxBytes } = appReleases.upload

export const handlers: Handlers<typeof appReleases> = {
  newest: async ({ appCode, platform = 'android' }, { services, origin }) =>
    (await leadToNewest(services, { appCode, platform }, origin)) ?? fail(appReleaseProblems.none),

  async list(filter, { db, origin }) {
    const { rows, total } = await queries.listReleases(db, filter)
    return { rows: rows.map((row) => ({ ...row, url: addressOf(row, origin) })), total }
  },

  async upload(_, { file, caller, services, write }) {
    const { organizationId } = caller
    const stored = await storeFile(services, file.stream, { organizationId, maxBytes }).catch(translated)
    if (!(await isAndroidPackage(services.files, stored.key, stored.size))) {
      await releaseFile(services, stored.id)
      throw new Problem(appReleaseProblems.noPackage)
    }
    const { key, size, sha256 } = stored
    const said = await saidBy(services.files, key, size)
    return write(async () => ({ file: key, fileName: file.name, fileSize: size, sha256, ...said }))
  },

  async create({ appCode, platform, version, notes = '', url, file, fileName }, { db, caller, services }) {
    const offered = await offeredBy(services, { platform, url, file }, caller.organizationId)
    const { fileId } = offered
    const name = fileId === null ? null : (fileName ?? '') || `${appCode}-${version}.apk`
    const row = { appCode, platform, version, notes, ...offered, fileName: name, createdBy: caller.userName }
    const problem = new Problem(appReleaseProblems.versionTaken, { version })
    const made = await unlessTaken(queries.insertRelease(db, row), problem)
    // At worst, when the commit fails, a file stays that nobody needs.
    if (fileId !== null) await keepFile(services, fileId)
    return made
  },

  async remove({ id }, { db, services, afterCommit }) {
    const deleted = (await queries.deleteRelease(db, id)) ?? fail(appReleaseProblems.notFound)
    const { fileId } = deleted
    if (fileId !== null) afterCommit(() => void releaseFile(services, fileId).catch(() => undefined))
    return null
  },
}

function translated(error: unknown): never {
  if (error instanceof FileTooLarge) throw new Problem(commonProblems.tooLarge)
  if (error instanceof NoRoom) throw new Problem(appReleaseProblems.noRoom)
  throw error
}
