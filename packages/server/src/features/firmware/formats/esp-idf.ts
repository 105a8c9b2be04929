import { createHash } from 'node:crypto'
import { type Contents, Damaged, type Source, comparable, fixedText } from './source.ts'

/**
 * Application images of ESP-IDF (esp_image_format.h, esp_app_desc.h): a header of 24 bytes, segments with a header of 8
 * each, zeros and one byte of checksum up to a multiple of 16, then perhaps a SHA-256; what secure boot appends follows.
 * The application descriptor begins the first segment.
 */
const imageMagic = 0xe9
const descriptorMagic = 0xabcd5432
const imageHeaderBytes = 24
const segmentHeaderBytes = 8
const descriptorAt = imageHeaderBytes + segmentHeaderBytes
const descriptorBytes = 256
const mostSegments = 16
const checksumSeed = 0xef
const hashBytes = 32
const alignment = 16
const at = { segments: 1, hashAppended: 23, version: descriptorAt + 16, projectName: descriptorAt + 48 }
const textBytes = 32

export const beginsAsEspIdf = (head: Buffer): boolean =>
  head.length >= descriptorAt + 4 &&
  head[0] === imageMagic &&
  head.readUInt32LE(descriptorAt) === descriptorMagic

export async function readEspIdf(source: Source): Promise<Contents> {
  const head = await source.bytes(0, descriptorAt + descriptorBytes)
  if (head.length < descriptorAt + descriptorBytes) throw new Damaged('truncated')
  await verify(source, {
    segments: head.readUInt8(at.segments),
    hasHash: head.readUInt8(at.hashAppended) !== 0,
  })
  const text = (from: number) => fixedText(head.subarray(from, from + textBytes))
  const [version, projectName] = [comparable(text(at.version)), text(at.projectName)]
  return { format: 'espIdf', ...(version && { version }), ...(projectName && { projectName }) }
}

interface Range {
  readonly start: number
  readonly end: number
}

async function verify(
  source: Source,
  { segments, hasHash }: { segments: number; hasHash: boolean },
): Promise<void> {
  if (segments === 0 || segments > mostSegments) throw new Damaged('header')
  const ranges = await rangesOf(source, segments)
  const dataEnd = ranges.at(-1)?.end ?? descriptorAt
  // The checksum is the last byte of the block that the data ends in, or of the next where it fills its own.
  const checksumAt = dataEnd + alignment - 1 - (dataEnd % alignment)
  if (checksumAt + 1 + (hasHash ? hashBytes : 0) > source.size) throw new Damaged('truncated')
  const { checksum, hash } = await sumsOf(source, ranges, checksumAt + 1)
  const [told] = await source.bytes(checksumAt, 1)
  if (checksum !== told) throw new Damaged('checksum')
  if (hasHash && !hash.equals(await source.bytes(checksumAt + 1, hashBytes))) throw new Damaged('hash')
}

/** Where the data of each segment lies. */
async function rangesOf(source: Source, segments: number): Promise<Range[]> {
  const ranges: Range[] = []
  let place = imageHeaderBytes
  for (let each = 0; each < segments; each += 1) {
    const head = await source.bytes(place, segmentHeaderBytes)
    if (head.length < segmentHeaderBytes) throw new Damaged('truncated')
    const start = place + segmentHeaderBytes
    place = start + head.readUInt32LE(4)
    if (place > source.size) throw new Damaged('truncated')
    ranges.push({ start, end: place })
  }
  return ranges
}

async function sumsOf(source: Source, ranges: readonly Range[], end: number) {
  const hash = createHash('sha256')
  let checksum = checksumSeed
  let place = 0
  for await (const chunk of source.chunks(0, end)) {
    hash.update(chunk)
    for (const range of ranges) {
      const from = Math.max(range.start - place, 0)
      const to = Math.min(range.end - place, chunk.length)
      for (let each = from; each < to; each += 1) checksum ^= chunk[each] ?? 0
    }
    place += chunk.length
  }
  return { checksum, hash: hash.digest() }
}
