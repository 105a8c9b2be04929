import { randomUUID } from 'node:crypto'
import { type SoftwareVersion, type firmware, noteLanguages } from '@wattkeeper/contracts/api/firmware'
import { firmwareProblems } from '@wattkeeper/contracts/api/firmware-problems'
import { fail } from '@wattkeeper/contracts/kit'
import type { Handlers } from '../../context.ts'
import { findFile, openFile } from '../device-files/index.ts'
import { readFrom, takeIn } from './files.ts'
import { publishedKeys, rotate } from './keys.ts'
import { versionForOrder } from './order-queries.ts'
import * as queries from './queries.ts'
import {
  approveVersion,
  changeVersion,
  createVersion,
  pathOfUpload,
  pathOfVersion,
  removeVersion,
} from './save.ts'

/** Upgrade tasks choose from one list without pages. */
const mostForTasks = 2_000

function shown({ notes, ...version }: queries.ListedVersion, origin: string): SoftwareVersion {
  const address = `${origin}/api/softwareVersion/download?versionId=${version.id}`
  const { id, isRelease } = version
  return {
    ...version,
    ...{ filePath: pathOfVersion(id), fileUrl: address, downloadUrl: address },
    ...{ fgRelease: isRelease ? 1 : 0, remark: textOf(notes) },
  }
}

/** The notes in the order in which they are asked for. */
const textOf = (notes: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(noteLanguages.map((each) => [each, notes[each] ?? ''])))

export const handlers: Handlers<typeof firmware> = {
  async list({ pageNum, pageSize, ...filter }, { db, language, caller: { userId }, origin }) {
    const portion = { limit: pageSize, offset: (pageNum - 1) * pageSize, language, userId }
    const { rows, total } = await queries.pageOfVersions(db, filter, portion)
    return { rows: rows.map((row) => shown(row, origin)), total }
  },

  async forTasks(filter, { db, language, caller: { userId }, origin }) {
    const portion = { limit: mostForTasks, language, userId }
    const rows = await queries.findVersions(db, { ...filter, isForTasks: true }, portion)
    return rows.map((row) => shown(row, origin))
  },

  async upload(_, { file, caller, services, language, write }) {
    const { organizationId, userId } = caller
    const { stored, contents } = await takeIn(services, { stream: file.stream, organizationId, language })
    const upload = { fileId: stored.id, fileName: file.name, contents, uploadedBy: userId }
    await queries.insertUpload(services.database.system, upload)
    return write(async (db) => {
      const board = contents.pcbCode ? await queries.findBoard(db, contents.pcbCode, language) : undefined
      return {
        ...{ filePath: pathOfUpload(stored.key), fileName: file.name, fileSize: stored.size },
        ...{ md5: stored.md5, sha256: stored.sha256, ...readFrom(contents) },
        ...{ pcbName: board?.pcbName ?? null, applyTo: board?.applyTo ?? null },
        equipTypeId: board?.equipTypeId ?? null,
      }
    })
  },

  create: (wanted, means) => createVersion(means, wanted),

  async update(wanted, means) {
    await changeVersion(means, wanted)
    return null
  },

  async remove({ versionId }, means) {
    await removeVersion(means, versionId)
    return null
  },

  async approve({ id, revision }, means) {
    await approveVersion(means, id, revision)
    return null
  },

  async fetchFile({ versionId }, { scoped, services }) {
    const version = await scoped((db) => versionForOrder(db, versionId))
    const { fileId, fileName } = version ?? fail(firmwareProblems.notFound)
    const file = await findFile(services.database.system, { id: fileId })
    const body = file && (await openFile(services, file.key))
    return {
      name: fileName,
      type: 'application/octet-stream',
      body: body ?? fail(firmwareProblems.noAddress),
    }
  },

  async upgradeJson({ versionId }, { db, services }) {
    const version = (await versionForOrder(db, versionId)) ?? fail(firmwareProblems.notFound)
    const { partType, size, md5, sha256, signature } = version
    const url = `${services.publicUrl}/device/files/…`
    return {
      id: randomUUID(),
      partType,
      addrId: 0,
      version: version.version,
      url,
      size,
      md5,
      sha256,
      signature,
    }
  },

  keys: (_, { services }) => publishedKeys(services),
  rotateKey: (_, { services }) => rotate(services),
}
