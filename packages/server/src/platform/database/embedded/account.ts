import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/** The user that Postgres runs as; undefined: the user of this process. */
export type Account = { uid: number; gid: number } | undefined

/** Postgres refuses to run as root, so root hands it to `nobody`. Throws a sentence when no usable user exists. */
export function postgresAccount(): Account {
  if (process.platform === 'win32') {
    throw new Error('The embedded Postgres needs Linux or macOS; on Windows start Wattkeeper inside WSL 2.')
  }
  if (process.getuid?.() === 0) return nobody()
  try {
    userInfo()
    return undefined
  } catch {
    throw new Error(
      `User ${process.getuid?.()} has no entry in /etc/passwd, which Postgres requires; start Wattkeeper as a user that has one.`,
    )
  }
}

function nobody(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) {
    throw new Error(
      'Wattkeeper was started as root and found no user "nobody" for Postgres; start it as another user.',
    )
  }
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
}

/** Asks the kernel instead of reading mode bits: access lists and mount options count too. */
export function canReach(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, stdio: 'ignore' }).status === 0
}
