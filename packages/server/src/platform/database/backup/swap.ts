import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeCluster } from '../embedded/postgres.ts'

/** What belongs to the machine and the moment, not to the installation's data. */
const stays = new Set(['logs', 'run', 'wattkeeper.lock', 'restored', 'replaced', 'restore-swap'])

const marker = (dataDir: string) => join(dataDir, 'restore-swap')

/** The names in a data folder that hold an installation's data. */
export function dataEntries(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir).filter((name) => !stays.has(name) && !name.startsWith('wattkeeper.lock'))
}

/** Where a restore builds the new data folder, emptied of what an earlier attempt left. */
export function freshFolder(dataDir: string): string {
  const folder = join(dataDir, 'restored')
  discard(folder)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Decides for the restored data: from here on, `finishSwap` ends it, now or at the next start. */
export function beginSwap(dataDir: string): void {
  writeFileSync(`${marker(dataDir)}.new`, JSON.stringify(dataEntries(dataDir)), { flush: true })
  renameSync(`${marker(dataDir)}.new`, marker(dataDir))
}

/** Completes a swap that was begun; each step may have been done by an attempt that was cut short. */
export function finishSwap(dataDir: string): void {
  const [restored, replaced] = [join(dataDir, 'restored'), join(dataDir, 'replaced')]
  if (existsSync(marker(dataDir))) {
    mkdirSync(replaced, { recursive: true })
    for (const name of JSON.parse(readFileSync(marker(dataDir), 'utf8')) as string[]) {
      if (!existsSync(join(replaced, name))) renameSync(join(dataDir, name), join(replaced, name))
    }
    for (const name of dataEntries(restored)) renameSync(join(restored, name), join(dataDir, name))
    rmSync(marker(dataDir))
  }
  discard(replaced)
  discard(restored)
}

function discard(folder: string): void {
  if (!existsSync(folder)) return
  removeCluster(folder)
  rmSync(folder, { recursive: true, force: true })
}
