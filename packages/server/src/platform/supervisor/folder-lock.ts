import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { identityOf, isRunning, parseIdentity } from './identity.ts'
import type { Identity } from './identity.ts'

const fileName = 'wattkeeper.lock'

/** Claims the data folder for this process; answers how to let go. Errors are sentences. */
export function lockFolder(dataDir: string): () => void {
  const mine = JSON.stringify(identityOf(process.pid))
  const file = join(dataDir, fileName)
  const draft = `${file}.${process.pid}`
  try {
    makeFolder(dataDir)
    writeFileSync(draft, mine)
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be written (${reason(error)}); set DATA_DIR to another one.`,
      {
        cause: error,
      },
    )
  }
  try {
    claim(draft, file, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readIfThere(file) === mine) rmSync(file, { force: true })
  }
}

/** Who works with this data folder at the moment. */
export function holderOf(dataDir: string): Identity | undefined {
  const holder = parseIdentity(readIfThere(join(dataDir, fileName)) ?? '')
  return holder && isRunning(holder) ? holder : undefined
}

// Level by level: Node's recursive mkdir never returns where the system answers ENOENT below an existing folder (/proc).
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  mkdirSync(folder)
}

// A link is made or refused as a whole, and the file is complete when it appears.
function claim(draft: string, file: string, dataDir: string): void {
  for (;;) {
    try {
      return linkSync(draft, file)
    } catch (error) {
      if (reason(error) !== 'EEXIST') throw error
    }
    const holder = holderOf(dataDir)
    if (holder) {
      throw new Error(
        `The data folder ${dataDir} is in use by another Wattkeeper (process ${holder.pid}); stop it first.`,
      )
    }
    rmSync(file, { force: true })
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
