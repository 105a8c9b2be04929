import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, told apart from a later one that got the same number. */
export type Identity = { pid: number; startedAt: string }

export function identityOf(pid: number): Identity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export function isRunning(identity: Identity): boolean {
  return identityOf(identity.pid)?.startedAt === identity.startedAt
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold blanks; after it come the state and, as 22nd field, the start in clock ticks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return fields[0] === 'Z' ? undefined : `${boot} ${fields[19]}`
  } catch {
    return undefined
  }
}

function startByPs(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  })
  return stdout.trim() || undefined
}

export function parseIdentity(text: string): Identity | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value))
      return undefined
    return { pid: Number(value.pid), startedAt: String(value.startedAt) }
  } catch {
    return undefined
  }
}
