import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Leaves the cluster folder free for a new start: stops a Postgres that outlived its supervisor and removes the
 * lock file of one that died. The caller holds the data folder's lock, so whatever runs here is nobody else's.
 */
export async function clearCluster(cluster: string, onLog: (line: string) => void): Promise<void> {
  const orphans = processesIn(cluster)
  if (orphans.length > 0) {
    onLog(`stopping the Postgres of an earlier run (process ${orphans.join(', ')})`)
    await stopAll(cluster)
  }
  // Its process is gone; the number may by now belong to another process, which would make Postgres refuse.
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

async function stopAll(cluster: string): Promise<void> {
  const postmaster = postmasterPid(cluster)
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 5_000],
  ]
  for (const [signal, patienceMs] of steps) {
    for (const pid of processesIn(cluster)) {
      // Children follow their postmaster; only the last step reaches for each of them.
      if (signal === 'SIGKILL' || pid === postmaster) send(pid, signal)
    }
    if (await gone(cluster, patienceMs)) return
  }
  throw new Error(`An earlier Postgres in ${cluster} could not be stopped.`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return
    throw error
  }
}

async function gone(cluster: string, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    if (processesIn(cluster).length === 0) return true
    await wait(20)
  }
  return false
}

export function postmasterPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Every Postgres process works with its cluster as the current folder, which tells it from a reused number. */
function processesIn(cluster: string): number[] {
  const folder = realpathSync(cluster)
  return process.platform === 'linux' ? processesByFolder(folder) : processesByCommand(folder)
}

function processesByFolder(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          readlinkSync(`/proc/${name}/cwd`) === folder &&
          readFileSync(`/proc/${name}/comm`, 'utf8') === 'postgres\n'
        )
      } catch {
        return false
      }
    })
    .map(Number)
}

function processesByCommand(folder: string): number[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.includes('postgres') && line.includes(`-D ${folder}`))
    .map((line) => Number.parseInt(line, 10))
}
