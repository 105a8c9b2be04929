import { createHash } from 'node:crypto'
import { type Contents, Damaged, type Source } from './source.ts'

/**
 * MCUboot images (bootutil/image.h): a header, the image, protected TLVs that the hash covers, TLVs. Little-endian; padding
 * up to the size of a slot may follow.
 */
const magic = 0x96f3b83d
const headerBytes = 32
const infoMagic = { plain: 0x6907, protected: 0x6908 }
const infoBytes = 4
const tlvHeadBytes = 4
const sha256Type = 0x10
const at = { headerSize: 8, protectedSize: 10, imageSize: 12, major: 20, minor: 21, revision: 22, build: 24 }

export const beginsAsMcuboot = (head: Buffer): boolean => head.length >= 4 && head.readUInt32LE(0) === magic

export async function readMcuboot(source: Source): Promise<Contents> {
  const head = await source.bytes(0, headerBytes)
  if (head.length < headerBytes) throw new Damaged('truncated')
  const headerSize = head.readUInt16LE(at.headerSize)
  const imageSize = head.readUInt32LE(at.imageSize)
  if (headerSize < headerBytes || imageSize === 0) throw new Damaged('header')
  await verify(source, headerSize + imageSize, head.readUInt16LE(at.protectedSize))
  return { format: 'mcuboot', version: versionOf(head) }
}

function versionOf(head: Buffer): string {
  const [major, minor] = [head.readUInt8(at.major), head.readUInt8(at.minor)]
  const build = head.readUInt32LE(at.build)
  return `${major}.${minor}.${head.readUInt16LE(at.revision)}${build === 0 ? '' : `+${build}`}`
}

async function verify(source: Source, imageEnd: number, protectedSize: number): Promise<void> {
  if (protectedSize > 0) {
    const size = await sizeOfTlvs(source, imageEnd, infoMagic.protected)
    if (size !== protectedSize) throw new Damaged('header')
  }
  const hashedEnd = imageEnd + protectedSize
  const size = await sizeOfTlvs(source, hashedEnd, infoMagic.plain)
  const told = hashIn(await source.bytes(hashedEnd + infoBytes, size - infoBytes))
  if (!told) return
  const hash = createHash('sha256')
  for await (const chunk of source.chunks(0, hashedEnd)) hash.update(chunk)
  if (!hash.digest().equals(told)) throw new Damaged('hash')
}

async function sizeOfTlvs(source: Source, start: number, wanted: number): Promise<number> {
  const info = await source.bytes(start, infoBytes)
  if (info.length < infoBytes) throw new Damaged('truncated')
  if (info.readUInt16LE(0) !== wanted) throw new Damaged('header')
  const size = info.readUInt16LE(2)
  if (size < infoBytes) throw new Damaged('header')
  if (start + size > source.size) throw new Damaged('truncated')
  return size
}

/** The image's SHA-256, where the TLVs hold one. */
function hashIn(tlvs: Buffer): Buffer | undefined {
  let place = 0
  while (place + tlvHeadBytes <= tlvs.length) {
    const [type, length] = [tlvs.readUInt16LE(place), tlvs.readUInt16LE(place + 2)]
    const end = place + tlvHeadBytes + length
    if (end > tlvs.length) break
    if (type === sha256Type && length === 32) return tlvs.subarray(place + tlvHeadBytes, end)
    place = end
  }
  if (place !== tlvs.length) throw new Damaged('header')
  return undefined
}
