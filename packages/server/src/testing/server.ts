import type { Envelope, InputOf, Language, OutputOf, Route } from '@wattkeeper/contracts/kit'
import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { createApp } from '../app.ts'
import { usualFirmware } from '../config-firmware.ts'
import { usualUpgrades } from '../config-upgrades.ts'
import { noMapSources } from '../config-map.ts'
import type { AppDatabase, Services } from '../context.ts'
import type { Facts } from '../facts.ts'
import { createToken, hashPassword, hashToken } from '../features/session/index.ts'
import { listOf } from '../platform/http/guard.ts'
import { openBus } from '../platform/bus/bus.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openFolderStore } from '../platform/files/index.ts'
import { type TestDatabase, startTestDatabase } from '../platform/database/testing.ts'
import type { DB } from '../tables/index.generated.ts'

/** A clock that a test moves. */
export interface TestClock {
  now(): number
  elapsed(): number
  advance(ms: number): void
  /** Somebody sets it: no time has passed. */
  set(ms: number): void
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly services: Services
  readonly database: AppDatabase
  readonly urls: TestDatabase['urls']
  readonly clock: TestClock
  /** Asks as the holder of a token; without one as a stranger. */
  as(token: string | undefined, language?: Language): Client
  /** A user with a session: of the platform unless an organization is named, with these roles. */
  person(traits?: Traits): Promise<Person>
  stop(): Promise<void>
}

export interface Client {
  /** The whole envelope, whatever its code. */
  ask<R extends Route>(route: R, input?: Partial<InputOf<R>>): Promise<Envelope>
  /** The data of a success; any other code fails the test with its message. A page comes as rows and total. */
  call<R extends Route>(route: R, input?: Partial<InputOf<R>>): Promise<OutputOf<R>>
}

export interface Traits {
  readonly organizationId?: number
  readonly roleIds?: readonly number[]
  readonly narrowing?: Partial<Record<'O' | 'ET' | 'R', readonly string[]>>
  readonly mustChangePassword?: boolean
}

export interface Person extends Client {
  readonly userId: number
  readonly loginName: string
  readonly token: string
}

export const testPassword = 'Passw0rd-of-tests'
const systemRole = 1

/** The real server on a database of its own; `special` replaces what a test is about. */
export async function startTestServer(
  special: Partial<
    Pick<
      Services,
      'cache' | 'files' | 'firmware' | 'frameOrigins' | 'mapSources' | 'outward' | 'publicUrl' | 'signOn'
    >
  > = {},
): Promise<TestServer> {
  const { urls, stop } = await startTestDatabase()
  const onError = () => undefined
  const database = await openDatabase<DB>(urls, { connections: 8, onError })
  const bus = await openBus<Facts>({ url: urls.system, onError })
  const clock = createClock()
  const filesFolder = await mkdtemp(join(tmpdir(), 'wk-files-'))
  const services: Services = {
    clock,
    database,
    bus,
    cache: undefined,
    files: openFolderStore({ folder: filesFolder, reserved: 0 }),
    publicUrl: 'http://platform.test',
    timeZone: 'Asia/Shanghai',
    frameOrigins: [],
    signOn: undefined,
    outward: { mail: undefined, webhooks: listOf([]) },
    mapSources: noMapSources,
    firmware: usualFirmware,
    upgrades: usualUpgrades,
    version: '0.0.0-test',
    startedAt: new Date().toISOString(),
    ...special,
  }
  const app = await createApp({ services, logger: pino({ level: 'silent' }), consoleFolder: '/nowhere' })
  await app.ready()
  const as = (token: string | undefined, language: Language = 'zh') => clientOf(app, token, language)
  const passwordHash = await hashPassword(testPassword)
  // user 1 is protected, and a test about anybody is not about that one
  await query(urls.owner, `select setval(pg_get_serial_sequence('users', 'id'), 1)`)
  return {
    app,
    services,
    database,
    urls,
    clock,
    as,
    person: async (traits = {}) => {
      const made = await insertPerson(database, { ...traits, passwordHash })
      return { ...made, ...as(made.token) }
    },
    stop: async () => {
      await app.close()
      await bus.close()
      await database.close()
      await rm(filesFolder, { recursive: true, force: true })
      await stop()
    },
  }
}

function createClock(): TestClock {
  let ahead = 0
  let passed = 0
  return {
    now: () => Date.now() + ahead,
    elapsed: () => performance.now() + passed,
    advance: (ms) => {
      ahead += ms
      passed += ms
    },
    set: (ms) => {
      ahead += ms
    },
  }
}

function clientOf(app: FastifyInstance, token: string | undefined, language: Language): Client {
  const ask = async (route: Route, input: object = {}): Promise<Envelope> => {
    const { url, rest } = fillPath(route.path, input as Record<string, unknown>)
    const answer = await app.inject({
      method: route.method,
      url,
      headers: { 'accept-language': language, ...(token && { authorization: token }) },
      ...(route.method === 'POST' ? { payload: rest } : { query: queryOf(rest) }),
    })
    return answer.json<Envelope>()
  }
  return {
    ask,
    call: async <R extends Route>(route: R, input?: Partial<InputOf<R>>) => {
      const envelope = await ask(route, input)
      if (envelope.code !== 200)
        throw new Error(`${route.name}: ${envelope.code} ${JSON.stringify(envelope)}`)
      const { data, total, totalIsCapped, next } = envelope
      const page = { rows: data, total, ...(totalIsCapped && { totalIsCapped }), ...(next && { next }) }
      const output: unknown = total === undefined ? data : page
      return output as OutputOf<R>
    },
  }
}

/** Puts path parameters into the path and leaves the rest. */
function fillPath(
  path: string,
  input: Record<string, unknown>,
): { url: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    Reflect.deleteProperty(rest, name)
    return encodeURIComponent(String(value))
  })
  return { url, rest }
}

function queryOf(input: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

let people = 0

async function insertPerson({ system }: AppDatabase, traits: Traits & { passwordHash: string }) {
  const {
    organizationId = 1,
    roleIds = [systemRole],
    narrowing = {},
    mustChangePassword = false,
    passwordHash,
  } = traits
  people += 1
  const loginName = `person${people}`
  const { id: userId } = await system
    .insertInto('users')
    .values({ organizationId, userName: `人员${people}`, loginName, passwordHash, mustChangePassword })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const roleId of roleIds) await system.insertInto('userRoles').values({ userId, roleId }).execute()
  for (const [type, value] of Object.entries(narrowing)) {
    await system
      .insertInto('dataPermissions')
      .values({ userId, type, value: [...value] })
      .execute()
  }
  const token = createToken()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await system
    .insertInto('sessions')
    .values({ userId, tokenHash: hashToken(token), address: '::1', expiresAt })
    .execute()
  return { userId, loginName, token }
}

/** Runs SQL behind everything, for what only the database can show. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
