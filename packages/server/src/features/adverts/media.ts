import { Readable } from 'node:stream'

/** Kinds of file that a screen plays, by what their bytes begin with. */
const signatures: readonly {
  readonly type: string
  readonly extension: string
  readonly begins: (head: Buffer) => boolean
}[] = [
  {
    type: 'image/png',
    extension: 'png',
    begins: (head) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  },
  {
    type: 'image/jpeg',
    extension: 'jpg',
    begins: (head) => head.toString('latin1', 0, 3) === '\xff\xd8\xff',
  },
  { type: 'image/gif', extension: 'gif', begins: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)) },
  {
    type: 'image/webp',
    extension: 'webp',
    begins: (head) => /^RIFF[^]{4}WEBP/.test(head.toString('latin1', 0, 12)),
  },
  {
    type: 'video/mp4',
    extension: 'mp4',
    begins: (head) =>
      /^[^]{4}ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV|f4v )/.test(head.toString('latin1', 0, 12)),
  },
]

export interface Media {
  readonly type: string
  readonly extension: string
}

const headBytes = 16

export const mediaOf = (head: Buffer): Media | undefined => signatures.find(({ begins }) => begins(head))

export const mediaNamed = (extension: string): Media | undefined =>
  signatures.find((each) => each.extension === extension)

/** Looks at how a stream begins, and gives it back whole. */
export async function peek(source: Readable): Promise<{ head: Buffer; whole: Readable }> {
  const chunks: AsyncIterator<Uint8Array, undefined> = source.iterator({ destroyOnReturn: false })
  let head = Buffer.alloc(0)
  while (head.length < headBytes) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const rest = async function* () {
    yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head, whole: Readable.from(rest(), { objectMode: false }) }
}
