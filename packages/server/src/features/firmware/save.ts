import { type NewSoftwareVersion, type SoftwareVersionChange } from '@wattkeeper/contracts/api/firmware'
import { firmwareProblems } from '@wattkeeper/contracts/api/firmware-problems'
import { type Language, Problem, fail } from '@wattkeeper/contracts/kit'
import type { Db, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import { unlessTaken } from '../../platform/database/text.ts'
import { requireCurrent } from '../../platform/http/current.ts'
import { findFile, keepFileIn, releaseFileIn } from '../device-files/index.ts'
import * as edits from './edit-queries.ts'
import type { StoredVersion, VersionRow } from './edit-queries.ts'
import { lockedBy, storeSealed } from './files.ts'
import type { Contents } from './formats/index.ts'
import { type Signer, signatureOf, signerNow } from './keys.ts'
import { findUpload, usesOf } from './queries.ts'
import { type Settled, notesOf, refuseInUse, settle } from './rules.ts'

export interface Means {
  readonly db: Db
  readonly services: Services
  readonly caller: Caller
  readonly language: Language
}

const uploadedPrefix = 'firmware/'
export const pathOfUpload = (key: string): string => `${uploadedPrefix}${key}`
export const pathOfVersion = (id: number): string => `${uploadedPrefix}versions/${id}`

type FileFields = Pick<
  VersionRow,
  'fileId' | 'fileName' | 'format' | 'fileSize' | 'md5' | 'sha256' | 'locked'
>
type Approval = Pick<VersionRow, 'approvedAt' | 'approvedBy' | 'approvedByName'>

const noApproval: Approval = { approvedAt: null, approvedBy: null, approvedByName: null }
const approvalBy = ({ caller, services }: Means): Approval => ({
  approvedAt: new Date(services.clock.now()).toISOString(),
  approvedBy: caller.userId,
  approvedByName: caller.userName,
})
/** Without the rule of four eyes, saving is approving. */
const approvalOnSave = (means: Means): Approval =>
  means.services.firmware.needsApproval ? noApproval : approvalBy(means)

export async function createVersion(means: Means, wanted: NewSoftwareVersion): Promise<{ id: number }> {
  const notes = notesOf(wanted.remark, means.language)
  const signer = await signerNow(means.services)
  const { file, contents } = await requireUpload(means, wanted.filePath)
  const settled = await settle(means, wanted, contents)
  const row = await signed(means, signer, {
    ...contentOf(means, file, settled),
    ...approvalOnSave(means),
    isAutoUpgrade: wanted.isAutoUpgrade ?? true,
  })
  const id = await unlessTaken(edits.insertVersion(means.db, row, notes), taken(settled.swVersion))
  await exchange(means, { kept: row.fileId, released: [file.fileId] })
  return { id }
}

export async function changeVersion(means: Means, wanted: SoftwareVersionChange): Promise<void> {
  const { db, services, language } = means
  const notes = notesOf(wanted.remark, language)
  const signer = await signerNow(services)
  const stored = requireCurrent(
    await edits.lockVersion(db, wanted.id),
    wanted.revision,
    firmwareProblems.notFound,
  )
  const isReplaced = wanted.filePath !== pathOfVersion(wanted.id)
  const { file, contents } = isReplaced
    ? await requireUpload(means, wanted.filePath)
    : { file: stored, contents: contentsIn(stored) }
  const settled = await settle(means, wanted, contents)
  const isAutoUpgrade = wanted.isAutoUpgrade ?? stored.isAutoUpgrade
  if (!isReplaced && isAsStored(stored, settled)) {
    // Nothing that a device would get has changed: nobody has to approve it again.
    return edits.updateVersion(db, wanted.id, { row: { ...edits.rowOf(stored), isAutoUpgrade }, notes })
  }
  refuseInUse(await usesOf(services.database.system, wanted.id), 'change', language)
  const content = { ...contentOf(means, file, settled), ...approvalOnSave(means), isAutoUpgrade }
  const row = await signed(means, signer, content)
  await unlessTaken(edits.updateVersion(db, wanted.id, { row, notes }), taken(settled.swVersion))
  await exchange(means, { kept: row.fileId, released: [stored.fileId, file.fileId] })
}

export async function approveVersion(means: Means, id: number, revision: number | undefined): Promise<void> {
  const { db, services, caller } = means
  const signer = await signerNow(services)
  const stored = requireCurrent(await edits.lockVersion(db, id), revision, firmwareProblems.notFound)
  if (stored.approvedAt !== null) fail(firmwareProblems.approvedAlready)
  if (services.firmware.needsApproval && stored.uploadedBy === caller.userId) fail(firmwareProblems.ownUpload)
  const row = await signed(means, signer, { ...edits.rowOf(stored), ...approvalBy(means) })
  await edits.updateVersion(db, id, { row })
  await exchange(means, { kept: row.fileId, released: [stored.fileId] })
}

export async function removeVersion({ db, services, language }: Means, id: number): Promise<void> {
  const stored = (await edits.lockVersion(db, id)) ?? fail(firmwareProblems.notFound)
  refuseInUse(await usesOf(services.database.system, id), 'delete', language)
  await edits.deleteVersion(db, id)
  await releaseFileIn(db, services, stored.fileId)
}

const taken = (version: string) => new Problem(firmwareProblems.versionTaken, { version })

/** A file that the caller's organization has uploaded and nobody has taken yet. */
async function requireUpload({ services, caller }: Means, filePath: string) {
  const key = filePath.startsWith(uploadedPrefix) ? filePath.slice(uploadedPrefix.length) : ''
  const found = await findUpload(services.database.system, key, caller.organizationId)
  const { fileId, fileName, size, md5, sha256, contents } = found ?? fail(firmwareProblems.fileGone)
  const locked = lockedBy(contents)
  const file: FileFields = { fileId, fileName, fileSize: size, md5, sha256, format: contents.format, locked }
  return { file, contents }
}

/** What the file of a saved version says: its locked fields. */
function contentsIn({ format, locked, pcbCode, partType, swVersion, isRelease }: StoredVersion): Contents {
  const said = { pcbCode, partType, version: swVersion, isRelease }
  const isSaid = ([field]: [string, unknown]) => locked.includes(field)
  return { format, ...Object.fromEntries(Object.entries(said).filter(isSaid)) }
}

const isAsStored = (stored: StoredVersion, { board, ...settled }: Settled): boolean =>
  board.id === stored.pcbId &&
  (['swVersion', 'isRelease', 'hwVersion', 'mcuNum'] as const).every(
    (field) => settled[field] === stored[field],
  )

const contentOf = ({ caller }: Means, file: FileFields, { board, ...settled }: Settled) => ({
  ...settled,
  ...{ pcbId: board.id, equipTypeId: board.equipTypeId, partType: board.partType },
  ...{ fileId: file.fileId, fileName: file.fileName, format: file.format, locked: file.locked },
  ...{ fileSize: file.fileSize, md5: file.md5, sha256: file.sha256 },
  ...{ uploadedBy: caller.userId, uploadedByName: caller.userName },
})

/** With its signature; a container that is released bears it within, and becomes a file of its own thereby. */
async function signed(
  { services, caller }: Means,
  signer: Signer,
  row: Omit<VersionRow, 'signature'>,
): Promise<VersionRow> {
  const isSealed = row.format === 'container' && row.isRelease && row.approvedAt !== null
  if (!isSealed) return { ...row, signature: signatureOf(signer, row.sha256) }
  const file =
    (await findFile(services.database.system, { id: row.fileId })) ?? fail(firmwareProblems.fileGone)
  const { organizationId } = caller
  const { id: fileId, md5, sha256 } = await storeSealed(services, file, { signer, organizationId })
  return { ...row, fileId, md5, sha256, signature: signatureOf(signer, sha256) }
}

/** The version's file stays, others that served on the way go. */
async function exchange(
  { db, services }: Means,
  { kept, released }: { readonly kept: number; readonly released: readonly number[] },
): Promise<void> {
  for (const id of released) if (id !== kept) await releaseFileIn(db, services, id)
  await keepFileIn(db, kept)
}
