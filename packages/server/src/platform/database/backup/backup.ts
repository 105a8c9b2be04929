import { existsSync, readdirSync, statSync } from 'node:fs'
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

async function addFiles(dataDir: string, archive: ArchiveWriter): Promise<void> {
  for (const entry of dataEntries(dataDir).filter((name) => name !== 'postgres')) {
    for (const path of filesBelow(join(dataDir, entry))) {
      const size = statSync(path, { throwIfNoEntry: false })?.size
      // An upload that was given up, or a file that was deleted a moment ago.
      if (size !== undefined) await archive.addFile(`data/${path.slice(dataDir.length + 1)}`, path, size)
    }
  }
}

function filesBelow(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.isFile() ? [path] : []
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}
