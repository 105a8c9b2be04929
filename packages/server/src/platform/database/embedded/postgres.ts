import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresAccount } from './account.ts'
import type { Account } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { homeOf, prepareHome } from './home.ts'
import type { Home } from './home.ts'
import { initialize } from './initialize.ts'
import { clearCluster } from './orphans.ts'
import { databaseName, databaseUrls, passwords, prepareDatabase } from './roles.ts'
import type { DatabaseUrls } from '../roles.ts'
import { pgHbaConf, postgresqlConf } from './settings.ts'

export type PostgresOptions = {
  dataDir: string
  onLog?: (line: string) => void
  /** False: no fsync. Only for clusters that tests throw away. */
  durable?: boolean
}

export type RunningPostgres = {
  urls: DatabaseUrls
  pid: number
  /** Settles when the postmaster is gone, whoever ended it. */
  exited: Promise<void>
  /** Fast shutdown; one that takes longer than this (10 s) is cut short, and the next start replays the log. */
  stop: (patienceMs?: number) => Promise<void>
}

/** Starts the embedded Postgres in DATA_DIR/postgres, creating the cluster the first time. Errors are sentences. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, onLog = () => undefined, durable = true } = options
  const account = postgresAccount()
  const home = prepareHome(dataDir, account)
  const binaries = prepareBinaries(home.folder, account)
  const secrets = passwords(home.folder)
  if (existsSync(home.cluster)) await clearCluster(home.cluster, onLog)
  else await initialize({ binaries, home, account, password: secrets.postgres, onLog })
  writeSettings(home, durable)
  const running = await launchPatiently({ binaries, home, account, onLog })
  try {
    await prepareDatabase(secrets, home.socketFolder)
  } catch (error) {
    await running.stop()
    throw error
  }
  return { ...running, urls: databaseUrls(secrets, home.socketFolder, databaseName) }
}

/** How to reach the Postgres that already runs in this data folder. */
export function runningPostgresUrls(dataDir: string): DatabaseUrls {
  const home = homeOf(dataDir)
  return databaseUrls(passwords(home.folder), home.socketFolder, databaseName)
}

function writeSettings(home: Home, durable: boolean): void {
  writeFileSync(join(home.cluster, 'pg_hba.conf'), pgHbaConf)
  const unfinished = join(home.cluster, 'postgresql.conf.new')
  writeFileSync(unfinished, postgresqlConf({ socketFolder: home.socketFolder, durable }), { mode: 0o644 })
  renameSync(unfinished, join(home.cluster, 'postgresql.conf'))
}

type Launch = { binaries: Binaries; home: Home; account: Account; onLog: (line: string) => void }

/** After kill -9 the kernel may take a moment to let go of the old cluster's shared memory. */
async function launchPatiently(options: Launch): Promise<Omit<RunningPostgres, 'urls'>> {
  const deadline = Date.now() + 10_000
  for (;;) {
    try {
      return await launch(options)
    } catch (error) {
      const inUse = error instanceof Error && /shared memory block|lock file/.test(error.message)
      if (!inUse || Date.now() > deadline) throw error
      await wait(200)
    }
  }
}

async function launch({ binaries, home, account, onLog }: Launch): Promise<Omit<RunningPostgres, 'urls'>> {
  const child = spawn(binaries.postgres, ['-D', home.cluster], {
    ...account,
    // Its own session: Ctrl-C in the terminal reaches the supervisor alone, which stops things in order.
    detached: true,
    cwd: home.folder,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  )
  await ready(child, onLog)
  const pid = child.pid ?? 0
  const guard = spawnGuard(pid, account)
  void exited.then(() => guard.kill('SIGKILL'))
  return { pid, exited, stop: (patienceMs = 10_000) => stop(child, exited, patienceMs) }
}

/**
 * A shell that waits for the end of its input, which comes when this process dies, even by kill -9; then it asks
 * Postgres to stop. Whatever escapes it (both killed at once) the next start clears away.
 */
function spawnGuard(pid: number, account: Account): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'while read -r _; do :; done; kill -INT "$0"', String(pid)], {
    ...account,
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  guard.stdin.on('error', () => undefined)
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return guard
}

function ready(child: ChildProcess, onLog: (line: string) => void): Promise<void> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`Postgres did not start (${signal ?? `exit ${code}`}): ${said.slice(-5).join(' ')}`)),
    )
    if (!child.stderr) return
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < 100) said.push(line)
      onLog(line)
      if (line.includes('database system is ready to accept connections')) resolve()
    })
  })
}

async function stop(child: ChildProcess, exited: Promise<void>, patienceMs: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 0.8 * patienceMs],
    ['SIGQUIT', 0.15 * patienceMs],
    ['SIGKILL', 0.05 * patienceMs],
  ]
  for (const [signal, stepMs] of steps) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    // A stopped process hears nothing until it goes on.
    child.kill('SIGCONT')
    const timer = new AbortController()
    await Promise.race([exited, wait(stepMs, undefined, { signal: timer.signal }).catch(() => undefined)])
    timer.abort()
  }
}

/** Removes everything that Postgres keeps for this data folder, wherever it lies. */
export function removeCluster(dataDir: string): void {
  if (!existsSync(join(dataDir, 'postgres'))) return
  const home = homeOf(dataDir)
  for (const folder of [home.folder, home.socketFolder, join(dataDir, 'postgres')]) {
    rmSync(folder, { recursive: true, force: true })
  }
}
