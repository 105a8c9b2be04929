import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism, cpus, release, totalmem, type as systemName } from 'node:os'
import { spawnSync } from 'node:child_process'

/** What the figures were taken on. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return `${availableParallelism()} cores (${model}), ${memory}, ${systemName()} ${release()}, Node ${process.versions.node}`
}

export function describeCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  const commit = git('rev-parse', '--short=10', 'HEAD') || 'unknown'
  return git('status', '--porcelain', '--untracked-files=no', 'packages') ? `${commit} with changes` : commit
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout.trim()) * 1024
}

const ticksASecond = 100

/**
 * Begins to count processor time; the answer says how much each took since, in shares of one core, and what everything
 * else on the machine took. Linux only.
 */
export function watchProcessors(pids: () => Record<string, readonly number[]>): () => string {
  const startedAt = performance.now()
  const groups = () => ({ ...pids(), bench: [process.pid] })
  const before = new Map(
    Object.values(groups()).flatMap((group) => group.map((pid) => [pid, ownSeconds(pid)])),
  )
  const busyBefore = busySeconds()
  return () => {
    const elapsed = (performance.now() - startedAt) / 1_000
    const taken = Object.entries(groups()).map(([name, group]): [string, number] => [
      name,
      group.reduce((sum, pid) => sum + ownSeconds(pid) - (before.get(pid) ?? 0), 0),
    ])
    const ours = taken.reduce((sum, [, seconds]) => sum + seconds, 0)
    const others = Math.max(0, busySeconds() - busyBefore - ours)
    const shares = [...taken, ['others', others] as const].map(
      ([name, seconds]) => `${name} ${Math.round((seconds / elapsed) * 100)} %`,
    )
    const cores = availableParallelism()
    return process.platform === 'linux'
      ? `processors meanwhile, of ${cores * 100} %: ${shares.join(', ')}`
      : ''
  }
}

/** What all cores have worked since the machine started. */
function busySeconds(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1_000
}

/** A process and the processes that it started itself. */
export function withChildren(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return [pid, ...all.filter((each) => Number(statOf(each)?.[1]) === pid)]
}

function ownSeconds(pid: number | string): number {
  const stat = statOf(pid)
  return stat ? (Number(stat[11]) + Number(stat[12])) / ticksASecond : 0
}

/** Processor seconds of a process' first thread, and of all its others together. */
export function secondsOfThreads(pid: number): { readonly main: number; readonly others: number } {
  if (process.platform !== 'linux') return { main: 0, others: 0 }
  const main = ownSeconds(`${pid}/task/${pid}`)
  return { main, others: ownSeconds(pid) - main }
}

/** The fields after the name, which may hold blanks: state, parent, … user and system time. */
function statOf(pid: number | string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const memoryEveryMs = 20

/** The memory that a process holds, looked at until stopped. */
export function watchMemory(pid: number) {
  const before = residentOf(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentOf(pid))
  }, memoryEveryMs)
  return {
    stop() {
      clearInterval(timer)
      return { before, most }
    },
  }
}

function residentOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) * 1024
}
