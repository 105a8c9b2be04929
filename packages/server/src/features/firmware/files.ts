import { type FirmwareUpload } from '@wattkeeper/contracts/api/firmware'
import { firmwareFaults, firmwareProblems } from '@wattkeeper/contracts/api/firmware-problems'
import { type Language, Problem, fail, say } from '@wattkeeper/contracts/kit'
import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import type { Services } from '../../context.ts'
import { FileTooLarge, type FileStore, NoRoom } from '../../platform/files/index.ts'
import { type StoredFile, releaseFile, storeFile } from '../device-files/index.ts'
import { type Contents, Damaged, type Source, readFirmware, sealOf, sealed } from './formats/index.ts'
import { type Signer, hasSigned } from './keys.ts'

const mebibyte = 1024 * 1024

/** A stored file as formats read it. */
export const sourceOf = (
  files: FileStore,
  { key, size }: { readonly key: string; readonly size: number },
): Source => ({
  size,
  async bytes(start, length) {
    const end = Math.min(start + length, size) - 1
    return end < start
      ? Buffer.alloc(0)
      : Buffer.concat(await (await files.read(key, { start, end })).toArray())
  },
  async *chunks(start, end) {
    if (end <= start) return
    const stream: AsyncIterable<Uint8Array> = await files.read(key, { start, end: end - 1 })
    yield* stream
  },
})

/** Puts the bytes into the store, within the installation's limit. */
async function store(services: Services, stream: Readable, organizationId: number): Promise<StoredFile> {
  const max = services.firmware.maxMebibytes
  try {
    return await storeFile(services, stream, { organizationId, maxBytes: max * mebibyte })
  } catch (error) {
    if (error instanceof FileTooLarge) throw new Problem(firmwareProblems.tooLarge, { max })
    throw error instanceof NoRoom ? new Problem(firmwareProblems.noRoom) : error
  }
}

interface Brought {
  readonly stream: Readable
  readonly organizationId: number
  readonly language: Language
}

/** Stores what somebody brings and reads what stands in it; nothing is kept of what is damaged. */
export async function takeIn(
  services: Services,
  { stream, organizationId, language }: Brought,
): Promise<{ readonly stored: StoredFile; readonly contents: Contents }> {
  const stored = await store(services, stream, organizationId)
  try {
    return { stored, contents: await readWhole(services, stored) }
  } catch (error) {
    await releaseFile(services, stored.id)
    if (!(error instanceof Damaged)) throw error
    throw new Problem(firmwareProblems.unreadable, { reason: say(firmwareFaults[error.fault], language) })
  }
}

async function readWhole(services: Services, stored: StoredFile): Promise<Contents> {
  if (stored.size === 0) throw new Damaged('empty')
  const source = sourceOf(services.files, stored)
  const contents = await readFirmware(source)
  if (contents.format !== 'container') return contents
  const seal = await sealOf(source)
  if (seal.isSigned && !(await hasSigned(services, seal))) fail(firmwareProblems.foreignSignature)
  return contents
}

interface Signing {
  readonly signer: Signer
  readonly organizationId: number
}

/** A copy of a container that bears our signature. */
export async function storeSealed(
  services: Services,
  file: { readonly key: string; readonly size: number },
  { signer, organizationId }: Signing,
): Promise<StoredFile> {
  const source = sourceOf(services.files, file)
  const { digest } = await sealOf(source)
  const bytes = ReadableStream.from(sealed(source, signer.sign(digest)), { objectMode: false })
  return store(services, bytes, organizationId)
}

/** What an upload answers besides where the file lies. */
export const readFrom = ({ format, pcbCode, partType, version, isRelease, projectName }: Contents) => ({
  format,
  locked: lockedBy({ format, pcbCode, partType, version, isRelease }),
  pcbCode: pcbCode ?? null,
  partType: partType ?? null,
  version: version ?? null,
  fgRelease: isRelease === undefined ? null : isRelease ? (1 as const) : (0 as const),
  projectName: projectName ?? null,
})

/** The fields that a file decides. */
export function lockedBy(contents: Partial<Record<keyof Contents, unknown>>): FirmwareUpload['locked'] {
  return (['pcbCode', 'partType', 'version', 'isRelease'] as const).filter(
    (field) => contents[field] !== undefined,
  )
}
