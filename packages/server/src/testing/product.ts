import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { session } from '@wattkeeper/contracts/api/session'
import type { Envelope, Route } from '@wattkeeper/contracts/kit'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { ambientEnvironment } from '../config.ts'
import type { Environment } from '../environment.ts'
import { runningPostgresUrls } from '../platform/database/embedded/postgres.ts'
import type { ObedientDevice } from './obedient-device.ts'
import { freePort } from './ports.ts'

const password = 'Crash-test-1234'

/** The whole product as `npm start` runs it, until the test ends. */
export interface Product {
  readonly dataDir: string
  readonly http: number
  readonly mqtt: number
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<pg.QueryResult<Row>>
  /** kill -9; one that is dead already is on its way back. */
  readonly kill: (name: 'om' | 'report' | 'postgres') => Promise<void>
}

export async function startProduct(settings: Environment = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-crash-'))
  // As root, Postgres runs as nobody, who must get through to the data folder.
  chmodSync(dataDir, 0o755)
  const ports = { http: await freePort(), mqtt: await freePort() }
  const main = fork(fileURLToPath(new URL('../main.ts', import.meta.url)), {
    stdio: 'ignore',
    env: {
      ...ambientEnvironment(),
      ...{ PORT: String(ports.http), MQTT_PORT: String(ports.mqtt), DATA_DIR: dataDir },
      ...{ ADMIN_PASSWORD: password, DEMO_DEVICES: '0' },
      ...settings,
    },
  })
  onTestFinished(async () => {
    main.kill('SIGTERM')
    if (main.exitCode === null) await once(main, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }, 30_000)
  await once(main, 'message')
  const query: Product['query'] = (text, values) => queryOnce(dataDir, text, values)
  const kill: Product['kill'] = async (name) => {
    try {
      process.kill(name === 'postgres' ? await postmaster(query) : pidOf(dataDir, name), 'SIGKILL')
    } catch {
      // It was dead already, and is on its way back.
    }
  }
  return { dataDir, ...ports, query, kill }
}

const pidOf = (dataDir: string, name: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8')) as { pid: number }).pid

async function postmaster(query: Product['query']): Promise<number> {
  const { rows } = await query<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')
  return Number(/^PPid:\s+(\d+)/m.exec(stat)?.[1])
}

async function queryOnce<Row extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client(runningPostgresUrls(dataDir).system)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query<Row>(text, values)
  } finally {
    await client.end()
  }
}

/** Asks until there is an answer, each time with the same key: whoever asks does not know what was lost. */
export async function callerOf(product: Product): Promise<Ask> {
  return (await signIn(product)).ask
}

/** The same, and the token for those who ask by themselves. */
export async function signIn({ http }: Product): Promise<{ ask: Ask; token: string }> {
  let token = ''
  const ask = async <T>(route: Route, input: object = {}, key: string = crypto.randomUUID()): Promise<T> => {
    for (;;) {
      const isGet = route.method === 'GET'
      const { path, rest } = placed(route.path, { ...input })
      const query = isGet ? `?${String(new URLSearchParams(rest))}` : ''
      const envelope = await fetch(`http://127.0.0.1:${http}${path}${query}`, {
        method: route.method,
        headers: {
          ...(isGet ? {} : { 'content-type': 'application/json' }),
          ...(token !== '' && { authorization: token, 'idempotency-key': key }),
        },
        body: isGet ? null : JSON.stringify(rest),
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
  token = (await ask<{ token: string }>(session.login, { loginName: 'admin', password })).token
  return { ask, token }
}

export type Ask = <T>(route: Route, input?: object, key?: string) => Promise<T>

function placed(path: string, rest: Record<string, string>) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    Reflect.deleteProperty(rest, name)
    return encodeURIComponent(value)
  })
  return { path: filled, rest }
}

/** A manufacturer with one operator; answers the operator's id. */
export async function makeOperator(ask: Ask): Promise<number> {
  const maker = { name: '碰撞', code: 'CRA', leader: '', email: '', phone: '', remark: '' }
  await ask(organizations.create, maker)
  const made = (await ask<{ id: number; code: string }[]>(organizations.list)).find(
    ({ code }) => code === 'CRA',
  )
  await ask(operators.create, { name: '碰撞', code: 'CR', organizationId: made?.id })
  const all = await ask<{ id: number; code: string }[]>(operators.list)
  return all.find(({ code }) => code === 'CR')?.id ?? 0
}

/** Comes back whenever the connection is gone, as devices do. */
export async function stayOnline(device: ObedientDevice, until: { isOver: boolean }): Promise<void> {
  while (!until.isOver) {
    if (!device.isOnline) {
      await device.cut()
      await Promise.race([device.connect().catch(() => undefined), wait(3_000)])
    }
    await wait(50)
  }
  await device.cut()
}
