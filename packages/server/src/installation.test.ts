import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeCluster, runningPostgresUrls } from './platform/database/embedded/postgres.ts'

// The supervisor with three small programs in the places of om, report and the fleet: what is looked at here is how
// processes live and die, not what they do.

const patience = { timeout: 20_000, interval: 50 }
const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

const programs = {
  om: `
    import { createServer } from 'node:http'
    import { appendFileSync } from 'node:fs'
    import { runSupervised } from ${module('./platform/supervisor/supervised.ts')}
    await runSupervised(async () => {
      const server = createServer((request, response) => response.end(String(process.pid)))
      await new Promise((resolve) => server.listen(Number(process.env.PORT), resolve))
      console.log(JSON.stringify({ level: 40, msg: 'a warning of om' }))
      return { stop: async () => appendFileSync(process.env.DATA_DIR + '/order', 'om ') }
    })`,
  report: `
    import { createServer } from 'node:net'
    import { appendFileSync } from 'node:fs'
    import { runSupervised } from ${module('./platform/supervisor/supervised.ts')}
    await runSupervised(async () => {
      const server = createServer((socket) => socket.end(String(process.pid)))
      await new Promise((resolve) => server.listen(Number(process.env.MQTT_PORT), resolve))
      return { stop: async () => appendFileSync(process.env.DATA_DIR + '/order', 'report ') }
    })`,
  fleet: `
    import { appendFileSync } from 'node:fs'
    import { runSupervised } from ${module('./platform/supervisor/supervised.ts')}
    setInterval(() => undefined, 1000)
    await runSupervised(async () => {
      console.log('sailing')
      return { stop: async () => appendFileSync(import.meta.dirname + '/data/order', 'fleet ') }
    })`,
}

const launcher = `
  import { createInstallation } from ${module('./installation.ts')}
  import { readConfig } from ${module('./config.ts')}
  const { om, report, fleet } = process.env
  const installation = createInstallation({
    config: readConfig(), programs: { om, report, fleet }, prepare: async () => ({}), say: console.log,
  })
  let stopped = false
  const end = async (code) => {
    if (stopped) return
    stopped = true
    await installation.stop()
    process.exit(code)
  }
  process.on('SIGTERM', () => end(0))
  installation.start().then(() => process.send('ready'), (error) => {
    if (stopped) return
    console.error(error.message)
    end(1)
  })`

let folder: string
let dataDir: string
let ports: { http: number; mqtt: number }
const supervisors = new Set<ChildProcess>()

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattkeeper-installation-'))
  // As root, Postgres runs as nobody, who must get through to the data folder.
  chmodSync(folder, 0o755)
  dataDir = join(folder, 'data')
  for (const [name, source] of Object.entries({ ...programs, launcher })) {
    writeFileSync(join(folder, `${name}.mjs`), source)
  }
})

beforeEach(async () => {
  ports = { http: await freePort(), mqtt: await freePort() }
})

afterEach(async () => {
  for (const supervisor of supervisors) await end(supervisor)
  supervisors.clear()
  rmSync(join(dataDir, 'order'), { force: true })
})

afterAll(() => {
  removeCluster(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

async function listen(port = 0): Promise<Server> {
  const server = createServer().listen(port)
  await once(server, 'listening')
  return server
}

async function freePort(): Promise<number> {
  const server = await listen()
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

type Launched = { process: ChildProcess; said: () => string; ready: Promise<unknown>; exit: Promise<unknown> }

function launch(changes: Record<string, string> = {}): Launched {
  const supervisor = spawn(process.execPath, [join(folder, 'launcher.mjs')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(ports.http),
      MQTT_PORT: String(ports.mqtt),
      ...Object.fromEntries(Object.keys(programs).map((name) => [name, join(folder, `${name}.mjs`)])),
      ...changes,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  supervisors.add(supervisor)
  let said = ''
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream?.on('data', (text) => (said += String(text)))
  const exit = once(supervisor, 'close').then(([code]) => code as unknown)
  const ready = Promise.race([
    once(supervisor, 'message'),
    exit.then(() => Promise.reject(new Error(`ended instead of starting: ${said}`))),
  ])
  ready.catch(() => undefined)
  return { process: supervisor, said: () => said, ready, exit }
}

async function end(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return
  supervisor.kill('SIGTERM')
  await once(supervisor, 'close')
}

async function omPid(): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${ports.http}/`)).text())
}

/** The numbers of all processes that work for this data folder, Postgres included. */
function alive(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [command, state] = [
          readFileSync(`/proc/${name}/cmdline`, 'utf8'),
          readFileSync(`/proc/${name}/stat`, 'utf8'),
        ]
        return command.includes(folder) && !command.includes('launcher') && !/\) Z /.test(state)
      } catch {
        return false
      }
    })
    .map(Number)
}

async function committed(): Promise<unknown> {
  const client = new pg.Client(runningPostgresUrls(dataDir).superuser)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('create table if not exists starts (id int); insert into starts values (1)')
    return (await client.query<{ n: number }>('select count(*)::int as n from starts')).rows[0]?.n
  } finally {
    await client.end()
  }
}

test('SIGTERM ends fleet, report, om and Postgres in this order, and nothing stays behind', async () => {
  const supervisor = launch()
  await supervisor.ready
  expect(supervisor.said()).toContain('[om] WARN a warning of om')
  await expect.poll(supervisor.said, patience).toContain('[fleet] sailing')
  expect(alive().length).toBeGreaterThanOrEqual(4)
  supervisor.process.kill('SIGTERM')
  expect(await supervisor.exit).toBe(0)
  expect(readFileSync(join(dataDir, 'order'), 'utf8')).toBe('fleet report om ')
  expect(alive()).toEqual([])
})

test('SIGTERM in the middle of a start leaves nothing behind', async () => {
  const supervisor = launch()
  await expect.poll(supervisor.said, patience).toContain('Starting the database')
  supervisor.process.kill('SIGTERM')
  expect(await supervisor.exit).toBe(0)
  expect(alive()).toEqual([])
})

test('a killed process is started again', async () => {
  const supervisor = launch()
  await supervisor.ready
  const before = await omPid()
  process.kill(before, 'SIGKILL')
  await expect.poll(() => omPid().catch(() => before), patience).not.toBe(before)
  expect(supervisor.said()).toContain('om ended (SIGKILL); starting it again')
})

test('a killed Postgres is started again and holds what was committed', async () => {
  const supervisor = launch()
  await supervisor.ready
  const before = Number(await committed())
  const postmaster = Number(
    readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
  )
  process.kill(postmaster, 'SIGKILL')
  await expect.poll(supervisor.said, patience).toContain('Postgres ended; starting it again')
  await expect.poll(() => committed().catch(() => 0), patience).toBeGreaterThan(before)
})

test('when the supervisor is killed, everything ends, and the next start finds all that was committed', async () => {
  const supervisor = launch()
  await supervisor.ready
  const before = Number(await committed())
  supervisor.process.kill('SIGKILL')
  await expect.poll(alive, patience).toEqual([])
  await launch().ready
  expect(await committed()).toBe(before + 1)
})

test('after kill -9 of everything at once the next start recovers', async () => {
  const supervisor = launch()
  await supervisor.ready
  const before = Number(await committed())
  for (const pid of [Number(supervisor.process.pid), ...alive()]) process.kill(pid, 'SIGKILL')
  await launch().ready
  expect(await committed()).toBe(before + 1)
})

test('a child that hangs is left to the next start, which ends it', async () => {
  const supervisor = launch()
  await supervisor.ready
  const hanging = await omPid()
  process.kill(hanging, 'SIGSTOP')
  supervisor.process.kill('SIGKILL')
  await supervisor.exit
  await launch().ready
  expect(await omPid()).not.toBe(hanging)
  expect(alive()).not.toContain(hanging)
})

test.each(['PORT', 'MQTT_PORT'])(
  'a taken %s is one sentence and exit 1, and nothing is started',
  async (variable) => {
    const other = await listen()
    const { port } = other.address() as AddressInfo
    const supervisor = launch({ [variable]: String(port) })
    expect(await supervisor.exit).toBe(1)
    expect(supervisor.said()).toBe(
      `Port ${port} is taken by another program; stop it, or set ${variable} to a free port.\n`,
    )
    expect(alive()).toEqual([])
    other.close()
  },
)

test.each([
  ['below a file', 'ENOTDIR', () => join(folder, 'om.mjs', 'data')],
  ['where nobody may make folders', 'ENOENT', () => '/proc/wattkeeper'],
])('a data folder %s is one sentence and exit 1', async (_, code, dataFolder) => {
  const supervisor = launch({ DATA_DIR: dataFolder() })
  expect(await supervisor.exit).toBe(1)
  expect(supervisor.said()).toBe(
    `The data folder ${dataFolder()} cannot be written (${code}); set DATA_DIR to another one.\n`,
  )
})

test('a second start on the same data folder is refused and disturbs nothing', async () => {
  const first = launch()
  await first.ready
  const before = await omPid()
  const second = launch({ PORT: String(await freePort()), MQTT_PORT: String(await freePort()) })
  expect(await second.exit).toBe(1)
  expect(second.said()).toContain(
    `is in use by another Wattkeeper (process ${first.process.pid}); stop it first.`,
  )
  expect(await omPid()).toBe(before)
})

test('when a process cannot start, everything is stopped again and the exit code is 1', async () => {
  writeFileSync(join(folder, 'broken.mjs'), `throw new Error('om has no heart')`)
  const supervisor = launch({ om: join(folder, 'broken.mjs') })
  expect(await supervisor.exit).toBe(1)
  expect(supervisor.said()).toContain('[om] Error: om has no heart')
  expect(supervisor.said()).toContain('om did not start (exit 1).')
  expect(alive()).toEqual([])
})
