import ManifestParser from '@devicefarmer/adbkit-apkreader/lib/apkreader/parser/manifest.js'
import { inflateRawSync } from 'node:zlib'
import Type from 'typebox'
import { Check } from 'typebox/value'

/** What an Android package says of itself. */
export interface AndroidPackage {
  readonly packageName: string
  /** For people; undefined where it stands among the resources. */
  readonly versionName: string | undefined
  /** For phones: only a higher one is an update. */
  readonly versionCode: number | undefined
}

/** First and last byte, both included. */
export type ReadPart = (start: number, end: number) => Promise<Buffer>

const Manifest = Type.Object({
  package: Type.String(),
  versionName: Type.Optional(Type.Unknown()),
  versionCode: Type.Optional(Type.Unknown()),
})

/** Undefined when it is no package, or one that cannot be read. */
export async function readAndroidPackage(read: ReadPart, size: number): Promise<AndroidPackage | undefined> {
  try {
    const bytes = await entryOf('AndroidManifest.xml', { read, size })
    const manifest = bytes && new ManifestParser(bytes).parse()
    if (!Check(Manifest, manifest)) return undefined
    const { package: packageName, versionName, versionCode } = manifest
    return {
      packageName,
      versionName: typeof versionName === 'string' ? versionName : undefined,
      versionCode: typeof versionCode === 'number' ? versionCode : undefined,
    }
  } catch {
    return undefined
  }
}

const endRecord = { bytes: 22, longestComment: 65_535 }
const listed = { mark: 0x02014b50, bytes: 46 }
const local = { mark: 0x04034b50, bytes: 30 }
const deflated = 8
const most = { directory: 16 * 1024 * 1024, manifest: 4 * 1024 * 1024 }

/** One entry of a zip archive, found by the list at its end. */
async function entryOf(
  name: string,
  { read, size }: { readonly read: ReadPart; readonly size: number },
): Promise<Buffer | undefined> {
  const tailStart = Math.max(0, size - endRecord.bytes - endRecord.longestComment)
  const tail = await read(tailStart, size - 1)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0) return undefined
  const [bytes, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (bytes > most.directory) return undefined
  const directory = await read(start, start + bytes - 1)
  for (let at = 0; at < directory.length && directory.readUInt32LE(at) === listed.mark;) {
    const nameEnd = at + listed.bytes + directory.readUInt16LE(at + 28)
    if (directory.toString('utf8', at + listed.bytes, nameEnd) === name)
      return contentOf(directory.subarray(at), read)
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return undefined
}

async function contentOf(entry: Buffer, read: ReadPart): Promise<Buffer | undefined> {
  const [method, packed, start] = [entry.readUInt16LE(10), entry.readUInt32LE(20), entry.readUInt32LE(42)]
  if (packed > most.manifest) return undefined
  const header = await read(start, start + local.bytes - 1)
  if (header.readUInt32LE(0) !== local.mark) return undefined
  const from = start + local.bytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  const bytes = await read(from, from + packed - 1)
  return method === deflated ? inflateRawSync(bytes, { maxOutputLength: most.manifest }) : bytes
}
