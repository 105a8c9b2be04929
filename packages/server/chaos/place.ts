import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ambientEnvironment } from '../src/config.ts'
import { type TestMosquitto, startMosquitto, systemMosquitto } from '../src/testing/mosquitto.ts'
import { freePort } from '../src/testing/ports.ts'
import { type TestRedis, startRedis, systemRedis } from '../src/testing/redis.ts'
import {
  type SystemPostgres,
  startSystemPostgres,
  systemPostgresPrograms,
} from '../src/testing/system-postgres.ts'

export const password = 'Chaos-run-1234'

/** An om and a report, as `npm start` keeps them alive on one of several machines. */
export interface Node {
  readonly http: number
  kill(name: 'om' | 'report'): void
  /** Told to stop, and started again with the same folder and ports, as for an update. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Postgres and a broker of somebody's, and two machines of ours before them. */
export interface Place {
  readonly postgres: SystemPostgres
  readonly broker: TestMosquitto
  readonly cache: TestRedis
  readonly nodes: readonly Node[]
  /** Of the database that the nodes share, as its superuser. */
  readonly databaseUrl: string
  stop(): Promise<void>
}

/** Undefined, and says what is missing, where the machine has not the servers. `settings` are those of the nodes. */
export async function openPlace(
  say: (line: string) => void,
  settings: Readonly<Record<string, string>> = {},
): Promise<Place | undefined> {
  const [programs, mosquitto, redis] = [systemPostgresPrograms(), systemMosquitto(), systemRedis()]
  if (programs === undefined) say('not run: no Postgres of the system')
  if (mosquitto === undefined) say('not run: no mosquitto')
  if (redis === undefined) say('not run: no redis-server')
  if (programs === undefined || mosquitto === undefined || redis === undefined) return undefined
  const postgres = await startSystemPostgres(programs, { durable: true })
  const broker = await startMosquitto(mosquitto)
  const cache = await startRedis(redis)
  const databaseUrl = Object.assign(new URL(postgres.url), { pathname: '/fleet' }).href
  const nodes: Node[] = []
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await broker.stop()
    await cache.stop()
    postgres.stop()
  }
  try {
    for (const number of [1, 2]) {
      say(`Starting node ${number}`)
      const servers = { DATABASE_URL: databaseUrl, MQTT_URL: broker.url, REDIS_URL: cache.url }
      nodes.push(await startNode({ ...servers, ...settings }))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { postgres, broker, cache, nodes, databaseUrl, stop }
}

async function startNode(settings: Readonly<Record<string, string>>): Promise<Node> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wk-chaos-'))
  const http = await freePort()
  const own = { PORT: String(http), REPORT_PROBE_PORT: String(await freePort()), DATA_DIR: dataDir }
  const env = { ...ambientEnvironment(), ...own, ...settings, ADMIN_PASSWORD: password }
  let main = await launch(env)
  const end = async () => {
    main.kill('SIGTERM')
    if (main.exitCode === null) await once(main, 'exit')
  }
  return {
    http,
    kill(name) {
      try {
        process.kill(pidOf(dataDir, name), 'SIGKILL')
      } catch {
        // It is dead already, and on its way back.
      }
    },
    async restart() {
      await end()
      main = await launch(env)
    },
    async stop() {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const main = fork(fileURLToPath(new URL('../src/main.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env,
  })
  await Promise.race([once(main, 'message'), endOf(main)])
  return main
}

async function endOf(main: ChildProcess): Promise<never> {
  const [code] = (await once(main, 'exit')) as [number | null]
  throw new Error(`a node did not start (exit ${String(code)})`)
}

const pidOf = (dataDir: string, name: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'run', `${name}.json`), 'utf8')) as { pid: number }).pid
