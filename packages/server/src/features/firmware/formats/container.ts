import {
  type ContainerFault,
  containerLayout,
  containerTrailerBytes,
  isContainer,
  readContainerHeader,
} from '@wattkeeper/contracts/link'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Contents, Damaged, type Fault, type Source, comparable } from './source.ts'

const { headerBytes, crcBytes, signatureBytes } = containerLayout

/** What a container's signature is made over, and the signature that it brings: all zeros where nobody has signed yet. */
export interface ContainerSeal {
  /** SHA-256 of everything before the signature. */
  readonly digest: Buffer
  readonly signature: Buffer
  readonly isSigned: boolean
}

const faults: Readonly<Record<ContainerFault, Fault>> = {
  ...{ short: 'truncated', magic: 'header', headerBytes: 'header', text: 'header' },
  ...{ formatVersion: 'newerFormat', flags: 'newerFormat', reserved: 'newerFormat' },
}

export const beginsAsContainer = isContainer

export async function readContainer(source: Source): Promise<Contents> {
  const header = readContainerHeader(await source.bytes(0, headerBytes))
  if (typeof header === 'string') throw new Damaged(faults[header])
  if (comparable(header.version) === undefined) throw new Damaged('header')
  const whole = headerBytes + header.payloadBytes + containerTrailerBytes
  if (source.size !== whole || header.payloadBytes === 0) throw new Damaged('length')
  const end = whole - containerTrailerBytes
  const told = (await source.bytes(end, crcBytes)).readUInt32LE(0)
  let counted = 0
  for await (const chunk of source.chunks(0, end)) counted = crc32(chunk, counted)
  if (counted !== told) throw new Damaged('checksum')
  const { pcbCode, partType, version, isRelease } = header
  return { format: 'container', pcbCode, partType, version, isRelease }
}

/** Of a container that has been read without a fault. */
export async function sealOf(source: Source): Promise<ContainerSeal> {
  const end = source.size - signatureBytes
  const hash = createHash('sha256')
  for await (const chunk of source.chunks(0, end)) hash.update(chunk)
  const signature = await source.bytes(end, signatureBytes)
  return { digest: hash.digest(), signature, isSigned: signature.some((byte) => byte !== 0) }
}

/** The same container with this signature. */
export async function* sealed(source: Source, signature: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* source.chunks(0, source.size - signatureBytes)
  yield signature
}
