import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runningPostgresUrls, startPostgres } from '../embedded/postgres.ts'
import { holderOf, lockFolder } from '../../supervisor/folder-lock.ts'
import { createArchive } from './archive.ts'
import type { ArchiveWriter } from './archive.ts'
import { dumpDatabase } from './dump.ts'
import { dataEntries, finishSwap } from './swap.ts'

export type BackupOptions = { dataDir: string; file: string; say: (line: string) => void }

export const backupFormat = 1

/** Writes the database and the files of an installation, running or not, into one file. Errors are sentences. */
export async function createBackup({ dataDir, file, say }: BackupOptions): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists already; choose another name.`)
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error(`There is no installation in ${dataDir}.`)
  const access = await openDatabase(dataDir)
  try {
    const archive = createArchive(file)
    try {
      const about = { format: backupFormat, createdAt: new Date().toISOString() }
      await archive.add('backup.json', Buffer.from(JSON.stringify(about, null, 2)))
      await dumpDatabase(access.url, archive, say)
      // After the rows: every file that they name is there.
      await addFiles(dataDir, archive)
      await archive.finish()
    } catch (error) {
      await archive.discard()
      throw error
    }
  } finally {
    await access.close()
  }
}

async function openDatabase(dataDir: string): Promise<{ url: string; close: () => Promise<void> }> {
  if (holderOf(dataDir)) return { url: runningPostgresUrls(dataDir).superuser, close: async () => {} }
  const unlock = lockFolder(dataDir)
  try {
    finishSwap(dataDir)
    const postgres = await startPostgres({ dataDir })
    const close = async () => {
      await postgres.stop()
      unlock()
    }
    return { url: postgres.urls.superuser, close }
  } catch (error) {
    unlock()
    throw error
  }
}

/** What lies there is nobody's yet. */
const underWay = join('files', 'incoming')

/** One after the other as they are found, however many there are. */
async function addFiles(dataDir: string, archive: ArchiveWriter): Promise<void> {
  for (const entry of dataEntries(dataDir).filter((name) => name !== 'postgres'))
    for await (const path of filesBelow(dataDir, entry))
      await archive.addFile(`data/${path}`, join(dataDir, path))
}

/** Relative to the data folder; what disappears meanwhile is not found. */
async function* filesBelow(dataDir: string, path: string): AsyncGenerator<string> {
  const found = await stat(join(dataDir, path)).catch(() => undefined)
  if (found?.isFile()) yield path
  if (!found?.isDirectory() || path === underWay) return
  for (const name of (await readdir(join(dataDir, path)).catch(() => [])).toSorted())
    yield* filesBelow(dataDir, join(path, name))
}
