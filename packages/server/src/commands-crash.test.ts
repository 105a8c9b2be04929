import { commands } from '@wattkeeper/contracts/api/commands'
import type { CommandRow } from '@wattkeeper/contracts/api/commands'
import { devices } from '@wattkeeper/contracts/api/devices'
import type { Envelope, Route } from '@wattkeeper/contracts/kit'
import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { session } from '@wattkeeper/contracts/api/session'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ambientEnvironment } from './config.ts'
import { runningPostgresUrls } from './platform/database/embedded/postgres.ts'
import { type ObedientDevice, obedientDevice } from './testing/obedient-device.ts'
import { freePort } from './testing/ports.ts'

// The whole product as `npm start` runs it, killed again and again while commands are on their way.

const DEVICES = 10
const COMMANDS_A_DEVICE = 20
const KILLS = 7
const boards = ['sc', 'andersen', 'bms', 'pcs', 'mppt'] as const
const password = 'Crash-test-1234'
/** Everything has an end within this: the last answer that was lost is asked for again after 10 s. */
const PATIENCE_MS = 180_000

async function startProduct() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-crash-'))
  // As root, Postgres runs as nobody, who must get through to the data folder.
  chmodSync(dataDir, 0o755)
  const ports = { http: await freePort(), mqtt: await freePort() }
  const main = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    stdio: 'ignore',
    env: {
      ...ambientEnvironment(),
      ...{ PORT: String(ports.http), MQTT_PORT: String(ports.mqtt), DATA_DIR: dataDir },
      ...{ ADMIN_PASSWORD: password, DEMO_DEVICES: '0' },
    },
  })
  onTestFinished(async () => {
    main.kill('SIGTERM')
    if (main.exitCode === null) await once(main, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }, 30_000)
  await once(main, 'message')
  return { dataDir, ...ports }
}

type Product = Awaited<ReturnType<typeof startProduct>>

/** Asks until there is an answer, each time with the same key: whoever asks does not know what was lost. */
function caller({ http }: Product) {
  let token = ''
  const ask = async <T>(route: Route, input: object = {}, key: string = crypto.randomUUID()): Promise<T> => {
    for (;;) {
      const isGet = route.method === 'GET'
      const query = isGet ? `?${String(new URLSearchParams({ ...input }))}` : ''
      const envelope = await fetch(`http://127.0.0.1:${http}${route.path}${query}`, {
        method: route.method,
        headers: {
          ...(isGet ? {} : { 'content-type': 'application/json' }),
          ...(token !== '' && { authorization: token, 'idempotency-key': key }),
        },
        body: isGet ? null : JSON.stringify(input),
        signal: AbortSignal.timeout(5_000),
      }).then(
        (answer) => answer.json() as Promise<Envelope<T>>,
        () => undefined,
      )
      if (envelope?.code === 200) return envelope.data
      // 5xx is a database that is not back yet, as is 409: the same key is still at work on a dying connection.
      const isPassing = !envelope || (envelope.code >= 500 && envelope.code < 600) || envelope.code === 409
      if (!isPassing) throw new Error(`${route.name}: ${JSON.stringify(envelope)}`)
      await wait(100)
    }
  }
  return {
    ask,
    async signIn() {
      token = (await ask<{ token: string }>(session.login, { loginName: 'admin', password })).token
    },
  }
}

type Ask = ReturnType<typeof caller>['ask']

async function makeDevices(ask: Ask, { mqtt }: Product): Promise<ObedientDevice[]> {
  const maker = { name: '碰撞', code: 'CRA', leader: '', email: '', phone: '', remark: '' }
  await ask(organizations.create, maker)
  const [made] = (await ask<{ id: number; code: string }[]>(organizations.list)).filter(
    ({ code }) => code === 'CRA',
  )
  await ask(operators.create, { name: '碰撞', code: 'CR', organizationId: made?.id })
  const [operator] = (await ask<{ id: number; code: string }[]>(operators.list)).filter(
    ({ code }) => code === 'CR',
  )
  const created = Array.from({ length: DEVICES }, (_, n) =>
    ask<{ id: number; code: string; secret: string }>(devices.create, {
      ...{ code: `CRASH${n}`, equipTypeId: 1, equipModelId: 11, operatorId: operator?.id },
    }),
  )
  return (await Promise.all(created)).map((known) => {
    const device = obedientDevice(known, mqtt)
    // Time enough to be killed in between.
    device.before = () => wait(Math.random() * 300)
    return device
  })
}

/** Comes back whenever the connection is gone, as devices do. */
async function stayOnline(device: ObedientDevice, until: { isOver: boolean }): Promise<void> {
  while (!until.isOver) {
    if (!device.isOnline) {
      await device.cut()
      await Promise.race([device.connect().catch(() => undefined), wait(3_000)])
    }
    await wait(50)
  }
  await device.cut()
}

/** Kills om, report and the database, one after the other, each at a moment that nobody chose. */
async function havoc({ dataDir }: Product): Promise<void> {
  const pidOf = (name: string) =>
    (JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8')) as { pid: number }).pid
  for (let n = 0; n < KILLS; n++) {
    await wait(800 + Math.random() * 1_500)
    try {
      const victim = n % 4 === 3 ? await postmaster(dataDir) : pidOf(n % 2 === 0 ? 'report' : 'om')
      process.kill(victim, 'SIGKILL')
    } catch {
      // It was dead already, and is on its way back.
    }
  }
}

async function postmaster(dataDir: string): Promise<number> {
  const { rows } = await query<{ pid: number }>(dataDir, 'select pg_backend_pid() as pid')
  const stat = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  return Number(/^PPid:\s+(\d+)/m.exec(stat)?.[1])
}

async function query<Row extends pg.QueryResultRow>(dataDir: string, text: string) {
  const client = new pg.Client(runningPostgresUrls(dataDir).system)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query<Row>(text)
  } finally {
    await client.end()
  }
}

test(
  'whatever is killed, no command is lost, none is acted on twice, and each comes to an end',
  async () => {
    const product = await startProduct()
    const people = caller(product)
    const { ask } = people
    await people.signIn()
    const fleet = await makeDevices(ask, product)
    const state = { isOver: false }
    const living = fleet.map((device) => stayOnline(device, state))
    const given = new Map<number, number[]>()
    const order = async ({ id }: ObedientDevice) => {
      const ids: number[] = []
      given.set(id, ids)
      for (let n = 0; n < COMMANDS_A_DEVICE; n++) {
        const type = boards[n % boards.length]
        const value = Math.floor(n / boards.length) % 2
        ids.push((await ask<{ commandId: number }>(commands.setting, { equipId: id, type, value })).commandId)
        await wait(Math.random() * 600)
      }
    }
    await Promise.all([havoc(product), ...fleet.map(order)])
    for (;;) {
      const open = await query<{ n: number }>(
        product.dataDir,
        `select count(*)::int as n from commands where state <> 'done'`,
      ).catch(() => undefined)
      if (open?.rows[0]?.n === 0) break
      await wait(200)
    }
    const logs = await Promise.all(
      fleet.map(({ id }) => ask<CommandRow[]>(commands.log, { equipId: id, pageNum: 1, pageSize: 500 })),
    )
    state.isOver = true
    await Promise.all(living)
    expect(logs.flat().filter(({ retryCount }) => retryCount > 0)).not.toEqual([])
    for (const [n, device] of fleet.entries()) check(device, logs[n] ?? [], given.get(device.id) ?? [])
  },
  PATIENCE_MS,
)

function check(device: ObedientDevice, log: readonly CommandRow[], given: readonly number[]): void {
  const sorted = log.toSorted((a, b) => a.id - b.id)
  expect(sorted.map(({ id }) => id)).toEqual(given.toSorted((a, b) => a - b))
  const acted = device.acted.map(({ id }) => id)
  expect(new Set(acted).size).toBe(acted.length)
  // What the log says is what happened, in the order in which it was asked for.
  const confirmed = sorted.filter(({ result }) => result === 1).map(({ commandCode }) => commandCode)
  expect(acted.filter((id) => confirmed.includes(id))).toEqual(confirmed)
  for (const { result, reason, commandCode, attempts } of sorted) {
    expect([1, 0, -1]).toContain(result)
    if (result === -1)
      expect({ reason, attempts, acted: acted.includes(commandCode) }).toEqual({
        reason: 'superseded',
        attempts: [],
        acted: false,
      })
  }
}
