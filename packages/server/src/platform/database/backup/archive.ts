import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { headerOf, parseHeader, recordBytes } from './tar.ts'

export type ArchiveWriter = {
  add: (path: string, content: Buffer) => Promise<void>
  /** As large as it is when it is opened: it may be growing, and zeros stand for what is cut off. One that is gone is left out. */
  addFile: (path: string, file: string) => Promise<void>
  /** Only now the file appears under its name, complete and on disk. */
  finish: () => Promise<void>
  discard: () => Promise<void>
}

/** A tar file under zstd, so that every tool can look into a backup (`tar --zstd -tf`). */
export function createArchive(file: string): ArchiveWriter {
  const unfinished = `${file}.partial`
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const written = pipeline(zstd, createWriteStream(unfinished, { mode: 0o600 }))
  written.catch(() => undefined)

  const write = async (bytes: Buffer) => {
    if (!zstd.write(bytes)) await Promise.race([once(zstd, 'drain'), written])
  }
  const pad = (size: number) => write(Buffer.alloc((recordBytes - (size % recordBytes)) % recordBytes))
  return {
    add: async (path, content) => {
      await write(headerOf(path, content.length))
      await write(content)
      await pad(content.length)
    },
    addFile: async (path, file) => {
      // Opened before its header is written: what is removed from here on can still be read.
      const handle = await open(file).catch(unlessGone)
      if (!handle) return
      try {
        const { size } = await handle.stat()
        await write(headerOf(path, size))
        let missing = size
        if (size > 0) {
          const bytes = handle.createReadStream({ end: size - 1, autoClose: false }) as AsyncIterable<Buffer>
          for await (const chunk of bytes) {
            missing -= chunk.length
            await write(chunk)
          }
        }
        for (; missing > 0; missing -= 65_536) await write(Buffer.alloc(Math.min(missing, 65_536)))
        await pad(size)
      } finally {
        await handle.close()
      }
    },
    finish: async () => {
      zstd.end(Buffer.alloc(2 * recordBytes))
      await written
      const handle = await open(unfinished, 'r+')
      await handle.sync()
      await handle.close()
      await rename(unfinished, file)
    },
    discard: async () => {
      zstd.destroy()
      await written.catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

export type Entry = { path: string; size: number; body: () => AsyncGenerator<Buffer> }

/** The entries in their order. Each body must be read, or skipped, before the next entry is asked for. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file)
  const zstd = createZstdDecompress()
  const piped = pipeline(source, zstd).catch(() => undefined)
  const bytes = byteReader(zstd)
  try {
    for (;;) {
      const header = parseHeader(await bytes.exactly(recordBytes))
      if (!header) return
      let left = header.size
      const body = async function* () {
        while (left > 0) {
          const chunk = await bytes.some(left)
          left -= chunk.length
          yield chunk
        }
      }
      yield { ...header, body }
      while (left > 0) left -= (await bytes.some(left)).length
      await bytes.exactly((recordBytes - (header.size % recordBytes)) % recordBytes)
    }
  } finally {
    source.destroy()
    zstd.destroy()
    await piped
  }
}

export async function contentOf(entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of entry.body()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function byteReader(stream: AsyncIterable<Buffer>) {
  const iterator = stream[Symbol.asyncIterator]()
  let buffer = Buffer.alloc(0)

  const some = async (most: number): Promise<Buffer> => {
    if (buffer.length === 0) {
      const next = await iterator.next()
      if (next.done) throw new Error('The backup file ends too early.')
      buffer = Buffer.from(next.value)
    }
    const taken = buffer.subarray(0, most)
    buffer = buffer.subarray(taken.length)
    return taken
  }
  const exactly = async (size: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let left = size; left > 0;) {
      const part = await some(left)
      left -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
  return { some, exactly }
}
