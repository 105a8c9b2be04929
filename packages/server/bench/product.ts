import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runningPostgresUrls } from '../src/platform/database/embedded/postgres.ts'
import { parseIdentity } from '../src/platform/supervisor/identity.ts'
import { typeParsers } from '../src/platform/database/database.ts'

/** The product as `npm start` runs it, on ports and in a folder of its own. */
export interface Product {
  readonly port: number
  readonly mqttPort: number
  readonly dataDir: string
  readonly db: pg.Pool
  readonly superuserUrl: string
  readonly postgresPid: number
  /** The number of a process now: the supervisor starts one again that died. */
  pidOf(name: 'om' | 'report'): number
  /** One sample of what report counts for Prometheus; undefined when it has no such. */
  metric(name: string): Promise<number | undefined>
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const startWithinMs = 90_000

interface Start {
  readonly dataDir: string
  readonly demoDevices: number
  /** Told how to stop before anything runs. */
  readonly atEnd: (stop: () => Promise<void>) => void
}

export async function startProduct({ dataDir, demoDevices, atEnd }: Start): Promise<Product> {
  const [port, mqttPort] = await freePorts()
  const child = fork(main, [], {
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DEMO_DEVICES: String(demoDevices),
      ADMIN_PASSWORD: 'Bench-admin-1',
      LOG_LEVEL: 'info',
      ROLES: 'om,report',
    },
  })
  const stopped = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await stopped
  }
  atEnd(stop)
  await ready(child).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const superuserUrl = runningPostgresUrls(dataDir).superuser
  return {
    port,
    mqttPort,
    dataDir,
    db: openPool(superuserUrl),
    superuserUrl,
    postgresPid: readPid(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')),
    pidOf: (name) => parseIdentity(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8'))?.pid ?? 0,
    metric: async (name) => metricIn(await metricsOf(dataDir), name),
    stop,
  }
}

/** Postgres ends before the pool does: an interrupted bench waits for no statement. */
function openPool(connectionString: string): pg.Pool {
  const db = new pg.Pool({ connectionString, max: 3, types: typeParsers })
  db.on('error', () => undefined)
  db.on('connect', (client) => client.on('error', () => undefined))
  return db
}

function ready(child: ChildProcess): Promise<void> {
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => said.push(bytes.toString()))
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The product did not start (${why}):\n${said.join('')}`))
    const timer = setTimeout(() => fail('not within 90 s'), startWithinMs)
    child.once('message', () => {
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`exit ${code}`)
    })
  })
}

/** Both are held at once, so that they differ. */
async function freePorts(): Promise<[number, number]> {
  const servers = await Promise.all([listening(), listening()])
  const [first, second] = servers.map(({ port }) => port)
  await Promise.all(servers.map(({ close }) => close()))
  return [first ?? 0, second ?? 0]
}

function listening(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address: AddressInfo | string | null = server.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      resolve({ port, close: () => new Promise((done) => server.close(() => done())) })
    })
  })
}

function readPid(file: string): number {
  return Number.parseInt(readFileSync(file, 'utf8'), 10)
}

/** Report says in its log where its probes listen. */
async function metricsOf(dataDir: string): Promise<string> {
  const log = readFileSync(join(dataDir, 'logs', 'report.log'), 'utf8')
  const port = [...log.matchAll(/"probes":(\d+)/g)].at(-1)?.[1]
  return port === undefined ? '' : (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

function metricIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}
