import { spawn } from 'node:child_process'
import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'

export type Initialization = {
  binaries: Binaries
  home: Home
  account: Account
  password: string
  onLog: (line: string) => void
}

/**
 * pg_trgm asks LC_CTYPE what a letter is and finds no trigrams in Chinese under plain C, hence a UTF-8 locale where
 * the machine has one. Everything else compares by code point on every machine alike.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** A cluster appears complete or not at all: initdb works beside it, and a rename ends the work. */
export async function initialize(options: Initialization): Promise<void> {
  const { home, account, password, onLog } = options
  const unfinished = `${home.cluster}.new`
  const passwordFile = join(home.folder, 'initial-password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  try {
    let problem = ''
    for (const characterType of characterTypes) {
      rmSync(unfinished, { recursive: true, force: true })
      problem = await initdb(options, [
        '-D',
        unfinished,
        `--pwfile=${passwordFile}`,
        `--lc-ctype=${characterType}`,
      ])
      if (problem === '') return renameSync(unfinished, home.cluster)
      onLog(`initdb with ${characterType}: ${problem}`)
    }
    throw new Error(`The database could not be created: ${problem}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Answers what went wrong; nothing: it worked. */
function initdb({ binaries, home, account }: Initialization, place: string[]): Promise<string> {
  const child = spawn(
    binaries.initdb,
    [
      ...place,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    {
      ...account,
      detached: true,
      cwd: home.folder,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? '' : said.trim() || `exit ${code}`))
  })
}
