/**
 * The platform's own firmware container, version 1: a header of 128 bytes, the payload, CRC-32, Ed25519 signature.
 * docs/firmware-container.md describes it byte by byte. Numbers are little-endian.
 */
export const containerLayout = {
  magic: 0x46574b57, // "WKWF" as it lies in the file
  formatVersion: 1,
  headerBytes: 128,
  crcBytes: 4,
  signatureBytes: 64,
  releaseFlag: 1,
  at: {
    magic: 0,
    formatVersion: 4,
    flags: 5,
    headerBytes: 6,
    payloadBytes: 8,
    pcbCode: 16,
    partType: 48,
    version: 96,
  },
  textBytes: { pcbCode: 32, partType: 48, version: 32 },
} as const

/** What stands behind the payload. */
export const containerTrailerBytes = containerLayout.crcBytes + containerLayout.signatureBytes

export interface ContainerHeader {
  readonly pcbCode: string
  readonly partType: string
  readonly version: string
  readonly isRelease: boolean
  readonly payloadBytes: number
}

export type ContainerFault =
  'magic' | 'formatVersion' | 'headerBytes' | 'flags' | 'reserved' | 'text' | 'short'

const { at, textBytes } = containerLayout
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const isContainer = (head: Uint8Array): boolean =>
  head.length >= 4 && viewOf(head).getUint32(at.magic, true) === containerLayout.magic

/** Reads the first 128 bytes, or says what is wrong with them. */
export function readContainerHeader(head: Uint8Array): ContainerHeader | ContainerFault {
  const { headerBytes, formatVersion, releaseFlag } = containerLayout
  if (head.length < headerBytes) return 'short'
  const view = viewOf(head)
  if (view.getUint32(at.magic, true) !== containerLayout.magic) return 'magic'
  if (view.getUint8(at.formatVersion) !== formatVersion) return 'formatVersion'
  if (view.getUint16(at.headerBytes, true) !== headerBytes) return 'headerBytes'
  const flags = view.getUint8(at.flags)
  if ((flags & ~releaseFlag) !== 0) return 'flags'
  if (view.getUint32(12, true) !== 0) return 'reserved'
  const [pcbCode, partType, version] = (['pcbCode', 'partType', 'version'] as const).map((field) =>
    readText(head.subarray(at[field], at[field] + textBytes[field])),
  )
  if (!pcbCode || !partType || !version) return 'text'
  const isRelease = flags === releaseFlag
  return { pcbCode, partType, version, isRelease, payloadBytes: view.getUint32(at.payloadBytes, true) }
}

/** Printable ASCII, then zeros to the end of the field. */
function readText(field: Uint8Array): string | undefined {
  const end = field.indexOf(0)
  const text = field.subarray(0, end === -1 ? field.length : end)
  if (text.length === 0 || text.some((byte) => byte < 0x21 || byte > 0x7e)) return undefined
  if (field.subarray(text.length).some((byte) => byte !== 0)) return undefined
  return String.fromCharCode(...text)
}

/** The first 128 bytes; throws on what does not fit. */
export function writeContainerHeader(header: ContainerHeader): Uint8Array {
  const head = new Uint8Array(containerLayout.headerBytes)
  const view = viewOf(head)
  view.setUint32(at.magic, containerLayout.magic, true)
  view.setUint8(at.formatVersion, containerLayout.formatVersion)
  view.setUint8(at.flags, header.isRelease ? containerLayout.releaseFlag : 0)
  view.setUint16(at.headerBytes, containerLayout.headerBytes, true)
  view.setUint32(at.payloadBytes, header.payloadBytes, true)
  for (const field of ['pcbCode', 'partType', 'version'] as const) {
    const bytes = new TextEncoder().encode(header[field])
    if (bytes.length > textBytes[field]) throw new Error(`${field} is longer than ${textBytes[field]} bytes`)
    head.set(bytes, at[field])
  }
  const read = readContainerHeader(head)
  if (typeof read === 'string') throw new Error(`the header cannot be written: ${read}`)
  return head
}
