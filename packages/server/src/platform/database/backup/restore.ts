import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startPostgres } from '../embedded/postgres.ts'
import type { RunningPostgres } from '../embedded/postgres.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { lockFolder } from '../../supervisor/folder-lock.ts'
import { contentOf, readArchive } from './archive.ts'
import type { Entry } from './archive.ts'
import { backupFormat } from './backup.ts'
import type { DatabaseDump, DatabaseEnd } from './dump.ts'
import { loadDatabase } from './load.ts'
import type { Loading } from './load.ts'
import { beginSwap, dataEntries, finishSwap, freshFolder } from './swap.ts'

export type RestoreOptions = {
  dataDir: string
  file: string
  migrationsFolder: string
  /** Replaces what is in the data folder. */
  force: boolean
}

/**
 * Builds the installation anew beside the present one and exchanges them at the end: until then nothing has changed,
 * and afterwards nothing is mixed. Errors are sentences.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { dataDir, force } = options
  const unlock = lockFolder(dataDir)
  try {
    finishSwap(dataDir)
    if (!force && dataEntries(dataDir).length > 0) {
      throw new Error(`${dataDir} holds an installation already; add --force to replace it.`)
    }
    const folder = freshFolder(dataDir)
    try {
      await rebuild(folder, options)
      beginSwap(dataDir)
    } finally {
      finishSwap(dataDir)
    }
  } finally {
    unlock()
  }
}

async function rebuild(folder: string, options: RestoreOptions): Promise<void> {
  const state: { postgres?: RunningPostgres; loading?: Loading; isWhole: boolean } = { isWhole: false }
  try {
    for await (const entry of readArchive(options.file)) {
      if (entry.path === 'backup.json') checkFormat(await json(entry))
      else if (entry.path === 'database.json') {
        const dump = (await json(entry)) as DatabaseDump
        const upTo = checkMigrations(dump, options.migrationsFolder)
        state.postgres = await startPostgres({ dataDir: folder })
        await migrate({ url: state.postgres.urls.owner, folder: options.migrationsFolder, upTo })
        state.loading = await loadDatabase(state.postgres.urls.superuser, dump)
      } else if (entry.path === 'database-end.json') {
        await state.loading?.finish((await json(entry)) as DatabaseEnd)
        state.isWhole = true
      } else if (entry.path.startsWith('tables/')) await state.loading?.take(entry)
      else if (entry.path.startsWith('data/')) await writeFile(folder, entry)
    }
    if (!state.isWhole) throw new Error(`${options.file} is not a whole backup of Wattkeeper.`)
  } catch (error) {
    await state.loading?.abort()
    throw error
  } finally {
    await state.postgres?.stop()
  }
}

async function json(entry: Entry): Promise<unknown> {
  return JSON.parse((await contentOf(entry)).toString())
}

function checkFormat(about: unknown): void {
  const format = typeof about === 'object' && about !== null && 'format' in about ? about.format : undefined
  if (format !== backupFormat)
    throw new Error('The backup was made by a newer Wattkeeper; update this one first.')
}

/** The rows fit the schema of their time only: this version must know it, and must not have changed it since. */
function checkMigrations(dump: DatabaseDump, folder: string): number {
  const known = new Map(readMigrations(folder).map((migration) => [migration.number, migration]))
  for (const { number, name, checksum } of dump.migrations) {
    const file = known.get(number)
    if (!file) throw new Error(`The backup was made by a newer Wattkeeper (${name}); update this one first.`)
    if (file.checksum !== checksum)
      throw new Error(`The backup was made with another ${name} than this version has.`)
  }
  return dump.migrations.at(-1)?.number ?? 0
}

async function writeFile(folder: string, entry: Entry): Promise<void> {
  const path = normalize(join(folder, entry.path.slice('data/'.length)))
  if (!path.startsWith(folder + sep))
    throw new Error(`The backup holds a file outside of the data folder: ${entry.path}.`)
  mkdirSync(dirname(path), { recursive: true })
  await pipeline(Readable.from(entry.body()), createWriteStream(path, { mode: 0o600 }))
}
