import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeCluster, runningPostgresUrls, startPostgres } from './postgres.ts'
import type { RunningPostgres } from './postgres.ts'
import { supervisePostgres } from './supervise.ts'

let dataDir: string
const running = new Set<RunningPostgres>()

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-postgres-'))
})

afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  running.clear()
  removeCluster(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(folder = dataDir): Promise<RunningPostgres> {
  const postgres = await startPostgres({ dataDir: folder })
  running.add(postgres)
  return postgres
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Another process that starts Postgres, says its number, and can then be killed. */
async function startElsewhere(): Promise<{ supervisor: ChildProcess; postgresPid: number }> {
  const module = new URL('./postgres.ts', import.meta.url).href
  const supervisor = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
      const { startPostgres } = await import(${JSON.stringify(module)})
      const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
      process.send(pid)`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const [postgresPid] = (await once(supervisor, 'message')) as [number]
  return { supervisor, postgresPid }
}

test('what was committed is there after a clean stop and a new start', async () => {
  const first = await start()
  await ask(first.urls.owner, `create table kept as select 'yes' as word`)
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  const second = await start()
  expect(await ask(second.urls.owner, 'select word from kept')).toEqual([{ word: 'yes' }])
})

test('what was committed is there after kill -9 of the postmaster', async () => {
  const first = await start()
  await ask(first.urls.owner, `create table kept as select 'yes' as word`)
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await start()
  expect(await ask(second.urls.owner, 'select word from kept')).toEqual([{ word: 'yes' }])
})

test('Postgres stops by itself when its supervisor is killed', async () => {
  const { supervisor, postgresPid } = await startElsewhere()
  supervisor.kill('SIGKILL')
  await expect.poll(() => isAlive(postgresPid), { timeout: 10_000 }).toBe(false)
})

test('one that is told to stop while it comes back from a crash stops', async () => {
  const postmaster = () => {
    const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }
  const postgres = await supervisePostgres({ dataDir, onNotice: () => undefined })
  const first = postmaster()
  process.kill(first, 'SIGKILL')
  // The next one is there, and the supervisor does not know it yet.
  await expect.poll(() => ![0, first].includes(postmaster()), { timeout: 10_000, interval: 2 }).toBe(true)
  const second = postmaster()
  await postgres.stop(10_000)
  expect(isAlive(second)).toBe(false)
})

test('a start replaces the Postgres that an earlier supervisor left behind', async () => {
  const { supervisor, postgresPid } = await startElsewhere()
  // Stopped, it does not hear its guard's request and stays behind as an orphan.
  process.kill(postgresPid, 'SIGSTOP')
  supervisor.kill('SIGKILL')
  await once(supervisor, 'exit')
  expect(isAlive(postgresPid)).toBe(true)
  const postgres = await start()
  expect(postgres.pid).not.toBe(postgresPid)
  await expect.poll(() => isAlive(postgresPid), { timeout: 10_000 }).toBe(false)
  expect(await ask(postgres.urls.app, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each([
  ['of a process that is gone', '999999999'],
  ['whose number now belongs to another process', String(process.pid)],
  ['that was never filled', ''],
])('a stale postmaster.pid %s does not hinder the start', async (_, content) => {
  const first = await start()
  await first.stop()
  writeFileSync(
    join(dataDir, 'postgres', 'cluster', 'postmaster.pid'),
    content && `${content}\n/nowhere\n1\n5432\n`,
  )
  const second = await start()
  expect(await ask(second.urls.app, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a first start that was cut short is begun anew', async () => {
  mkdirSync(join(dataDir, 'postgres', 'cluster.new'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'cluster.new', 'PG_VERSION'), '18\n')
  const postgres = await start()
  expect(await ask(postgres.urls.app, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('nobody gets in without a password, and no network port is open', async () => {
  const postgres = await start()
  expect(await ask(postgres.urls.superuser, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await expect(ask(postgres.urls.superuser.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password',
  )
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres', 'credentials.json')).mode & 0o777).toBe(0o600)
  expect(runningPostgresUrls(dataDir)).toEqual(postgres.urls)
})

test('a data folder with a very long path works', async () => {
  const deep = join(dataDir, 'x'.repeat(100))
  mkdirSync(deep)
  chmodSync(dataDir, 0o755)
  const postgres = await start(deep)
  expect(await ask(postgres.urls.app, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
  removeCluster(deep)
})

test.runIf(process.getuid?.() === 0)('as root, a data folder below a private folder works', async () => {
  const hidden = join(dataDir, 'private')
  mkdirSync(hidden, { mode: 0o700 })
  const folder = join(hidden, 'data')
  const postgres = await start(folder)
  expect(await ask(postgres.urls.app, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(statSync(hidden).mode & 0o777).toBe(0o700)
  await postgres.stop()
  removeCluster(folder)
  expect(existsSync(join(folder, 'postgres'))).toBe(false)
})
