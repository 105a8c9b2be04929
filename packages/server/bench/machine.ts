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

/** A process, or one thread of it. */
type Task = number | `${number}/task/${number}`

/** Seconds of a processor, by who took them. */
export interface Work {
  readonly elapsed: number
  readonly taken: ReadonlyMap<string, number>
  /** By everything else on the machine. */
  readonly others: number
}

/** Begins to count processor time; the answer says how much each took since. Linux only: elsewhere nobody took any. */
export function watchProcessors(groups: () => Record<string, readonly Task[]>): () => Work {
  const startedAt = performance.now()
  const before = new Map(
    Object.values(groups()).flatMap((tasks) => tasks.map((task) => [task, ownSeconds(task)])),
  )
  const [benchBefore, busyBefore] = [ownSeconds(process.pid), busySeconds()]
  return () => {
    const taken = new Map(
      Object.entries(groups()).map(([name, tasks]): [string, number] => [
        name,
        tasks.reduce<number>((sum, task) => sum + ownSeconds(task) - (before.get(task) ?? 0), 0),
      ]),
    )
    taken.set('bench', ownSeconds(process.pid) - benchBefore)
    const ours = [...taken.values()].reduce((sum, seconds) => sum + seconds, 0)
    const others = Math.max(0, busySeconds() - busyBefore - ours)
    return { elapsed: (performance.now() - startedAt) / 1_000, taken, others }
  }
}

/** In shares of one core. */
export function describeWork({ elapsed, taken, others }: Work): string {
  if (process.platform !== 'linux') return ''
  const shares = [...taken, ['others', others] as const].map(
    ([name, seconds]) => `${name} ${Math.round((seconds / elapsed) * 100)} %`,
  )
  return `processors meanwhile, of ${availableParallelism() * 100} %: ${shares.join(', ')}`
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

/** The thread on which a process began, and those that it started. */
export const mainThread = (pid: number): Task => `${pid}/task/${pid}`
export function otherThreads(pid: number): Task[] {
  if (process.platform !== 'linux') return []
  const all = readdirSync(`/proc/${pid}/task`).map(Number)
  return all.filter((thread) => thread !== pid).map((thread): Task => `${pid}/task/${thread}`)
}

function ownSeconds(task: Task): number {
  const stat = statOf(task)
  return stat ? (Number(stat[11]) + Number(stat[12])) / ticksASecond : 0
}

/** The fields after the name, which may hold blanks: state, parent, … user and system time. */
function statOf(task: Task): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${task}/stat`, 'utf8')
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
