import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { counted } from './counted.ts'
import { FileMissing, type FileStore, type Limits, NoRoom, type Written, checkedKey } from './file-store.ts'

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
  const pathOf = (key: string) => join(folder, checkedKey(key).slice(0, 2), key)
  const incomingOf = (key: string) => join(folder, 'incoming', checkedKey(key))
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
      const file = await open(pathOf(key)).catch((error: unknown) => {
        throw isMissing(error) ? new FileMissing() : error
      })
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
  let roomFor = 0
  const beforeBytes = async (size: number) => {
    if (size <= roomFor) return
    if (!(await limits.room())) throw new NoRoom()
    roomFor = size + roomEveryBytes
  }
  const [bytes, written] = counted(source, { ...limits, beforeBytes })
  await pipeline(bytes, createWriteStream(path, { flags: 'wx' }))
  return written()
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

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'

async function* listFiles(folder: string): AsyncGenerator<{ key: string; modifiedAt: number }> {
  await mkdir(folder, { recursive: true })
  const entries = await opendir(folder, { recursive: true })
  for await (const entry of entries) {
    if (!entry.isFile() || !/^[0-9a-f]{32}$/.test(entry.name)) continue
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    if (found) yield { key: entry.name, modifiedAt: found.mtimeMs }
  }
}
