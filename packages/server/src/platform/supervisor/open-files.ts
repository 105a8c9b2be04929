import { spawnSync } from 'node:child_process'

/** Files, the database and other processes; the rest is for sockets of devices. */
const reserved = 256

/**
 * How many files a process may open. Node has raised its soft limit to the hard one before any of our code runs, and
 * the processes that it starts inherit that: what is missing beyond it, only the system's administrator can give.
 */
export function openFilesLimit(): number {
  const { stdout } = spawnSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })
  return /^\d+$/.test(stdout.trim()) ? Number(stdout) : Infinity
}

/** A sentence when not all connections fit below the limit. */
export function openFilesProblem(limit: number, connections: number): string | undefined {
  if (connections + reserved <= limit) return undefined
  const served = Math.max(limit - reserved, 0)
  return (
    `This user may open ${limit} files, which serves ${served} of ${connections} devices at a time; ` +
    `raise the limit to ${connections + reserved} (ulimit -n, LimitNOFILE of systemd, --ulimit nofile of a container).`
  )
}
