import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileStore, FileTooLarge, type Limits, NoRoom, type Written } from './file-store.ts'

/** The database lives on the same disk: files never take the last of it. */
const reservedBytes = 256 * 1024 * 1024
const roomEveryBytes = 8 * 1024 * 1024

interface Options {
  readonly folder: string
  /** Bytes that stay free; for tests. */
  readonly reserved?: number
}

/** A file lies at <folder>/ab/abcdef…; while it is being written at <folder>/incoming/abcdef…. */
export function openFolderStore({ folder, reserved = reservedBytes }: Options): FileStore {
  const pathOf = (key: string) => join(folder, checked(key).slice(0, 2), key)
  const incomingOf = (key: string) => join(folder, 'incoming', checked(key))
  return {
    async write(key, source, limits) {
      const incoming = incomingOf(key)
      try {
        await mkdir(join(folder, 'incoming'), { recursive: true })
        const written = await receive(source, incoming, { ...limits, room: () => hasRoom(folder, reserved) })
        await flush(incoming)
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true })
        await rename(incoming, pathOf(key))
        await flush(join(folder, key.slice(0, 2)))
        return written
      } catch (error) {
        source.destroy()
        await rm(incoming, { force: true })
        throw isFull(error) ? new NoRoom() : error
      }
    },

    async read(key, range) {
      // Opened before anything is promised, so that what is gone is told at once.
      const file = await open(pathOf(key))
      return createReadStream('', { fd: file, ...range })
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
      await rm(incomingOf(key), { force: true })
    },

    list: () => listFiles(folder),
  }
}

interface Receiving extends Limits {
  readonly room: () => Promise<boolean>
}

async function receive(source: Readable, path: string, limits: Receiving): Promise<Written> {
  const { maxBytes, onBytes, room } = limits
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let size = 0
  let roomFor = 0
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > maxBytes) throw new FileTooLarge(maxBytes)
        if (size > roomFor) {
          if (!(await room())) throw new NoRoom()
          roomFor = size + roomEveryBytes
        }
        md5.update(chunk)
        sha256.update(chunk)
        onBytes?.(size)
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx' }),
  )
  return { size, md5: md5.digest('hex'), sha256: sha256.digest('hex') }
}

async function hasRoom(folder: string, reserved: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize > reserved + roomEveryBytes
}

/** A rename may reach the disk before the bytes do. */
async function flush(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'

function checked(key: string): string {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error(`${key} is no key of a file`)
  return key
}

async function* listFiles(folder: string): AsyncGenerator<{ key: string; modifiedAt: number }> {
  await mkdir(folder, { recursive: true })
  const entries = await opendir(folder, { recursive: true })
  for await (const entry of entries) {
    if (!entry.isFile() || !/^[0-9a-f]{32}$/.test(entry.name)) continue
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    if (found) yield { key: entry.name, modifiedAt: found.mtimeMs }
  }
}
