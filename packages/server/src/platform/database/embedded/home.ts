import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { canReach } from './account.ts'
import type { Account } from './account.ts'

/** The socket's path must fit into 107 bytes with its file name. */
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length

export type Home = { folder: string; cluster: string; socketFolder: string }

/** Where everything of Postgres lives: DATA_DIR/postgres, or a link there to a folder that its account can reach. */
export function homeOf(dataDir: string): Home {
  const folder = realpathSync(join(dataDir, 'postgres'))
  const beside = join(folder, 'socket')
  const socketFolder =
    Buffer.byteLength(beside) <= longestSocketFolder ? beside : `/tmp/wattkeeper-${digest(folder)}`
  return { folder, cluster: join(folder, 'cluster'), socketFolder }
}

export function prepareHome(dataDir: string, account: Account): Home {
  mkdirSync(dataDir, { recursive: true })
  // Passing through is all that the account needs; what lies in the folder keeps its own modes.
  if (account) chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011)
  const entry = join(dataDir, 'postgres')
  if (!isThere(entry)) {
    if (canReach(account, dataDir)) mkdirSync(entry)
    else linkElsewhere(dataDir, entry)
  } else if (!existsSync(entry)) {
    throw new Error(`${entry} links to a folder that is gone.`)
  } else if (!canReach(account, dirname(realpathSync(entry)))) {
    throw new Error(`The user "nobody", which runs Postgres for root, cannot reach ${realpathSync(entry)}.`)
  }
  const home = homeOf(dataDir)
  for (const folder of [home.folder, home.socketFolder]) own(folder, account)
  return home
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

// A private parent such as /root stays private: the cluster moves, the parent's mode does not.
function linkElsewhere(dataDir: string, entry: string): void {
  const folder = join('/var/lib/wattkeeper', digest(realpathSync(dataDir)))
  mkdirSync(dirname(folder), { recursive: true, mode: 0o711 })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  symlinkSync(folder, entry)
}

function own(folder: string, account: Account): void {
  mkdirSync(folder, { recursive: true })
  const owner = account?.uid ?? process.getuid?.()
  if (account) chownSync(folder, account.uid, account.gid)
  if (lstatSync(folder).uid !== owner || !lstatSync(folder).isDirectory()) {
    throw new Error(`The folder ${folder} belongs to another user.`)
  }
  chmodSync(folder, 0o700)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
