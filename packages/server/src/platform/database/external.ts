import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseUrls, type OwnRole, connected, grantsSql, ownRoles, rolesSql } from './roles.ts'

/** A Postgres of the operator's own. */
export interface ExternalDatabase {
  /**
   * Of a role that may create roles and databases; where `serving` is given, of wk_owner alone: somebody else has then
   * made the roles (docs/operations.md shows how).
   */
  readonly url: string
  readonly serving: Readonly<Record<'app' | 'staff' | 'system', string>> | undefined
}

interface Patience {
  readonly onNotice: (sentence: string) => void
  /** A database that starts together with us may take this long to answer. */
  readonly patienceMs?: number
}

const oldestVersion = 150_000
const fewestLocks = 256
const advisoryLock = 7_235_002
const pauseMs = 1_000
/** Refused, not there yet, starting, shutting down: it may answer in a moment. */
const passing = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '57P01', '57P02', '57P03'])

/** Waits until the server answers, and creates what is missing of roles, database, extension and grants. Errors are sentences. */
export async function prepareExternal(
  { url, serving }: ExternalDatabase,
  { onNotice, patienceMs = 60_000 }: Patience,
): Promise<DatabaseUrls> {
  const database = databaseOf(url)
  const urls = serving ? { superuser: url, owner: url, ...serving } : urlsOf(url)
  const home = serving ? url : named(url, 'postgres')
  await answering(home, { onNotice, patienceMs })
  if (!serving) await connected(home, (client) => makeRoles(client, { database, url }))
  await connected(urls.system, (client) => lookAt(client, onNotice))
  return urls
}

/** The same database on the server that only reads. */
export function onReplica(
  { app, staff, system }: Readonly<Record<'app' | 'staff' | 'system', string>>,
  replica: string,
): Record<'app' | 'staff' | 'system', string> {
  const there = (url: string) => {
    const { username, password, pathname } = new URL(url)
    return Object.assign(new URL(replica), { username, password, pathname }).href
  }
  return { app: there(app), staff: there(staff), system: there(system) }
}

/** Passwords follow from that of DATABASE_URL: every machine that knows it knows them, and no file has to be shared. */
function urlsOf(url: string): DatabaseUrls {
  const own = passwordsOf(url)
  const as = (role: OwnRole) => Object.assign(new URL(url), { username: role, password: own[role] }).href
  return {
    superuser: url,
    owner: as('wk_owner'),
    app: as('wk_app'),
    staff: as('wk_staff'),
    system: as('wk_system'),
  }
}

function passwordsOf(url: string): Record<OwnRole, string> {
  const secret = decodeURIComponent(new URL(url).password)
  const follow = (role: OwnRole) =>
    createHmac('sha256', secret).update(`wattkeeper ${role}`).digest('base64url')
  return {
    wk_owner: follow('wk_owner'),
    wk_app: follow('wk_app'),
    wk_staff: follow('wk_staff'),
    wk_system: follow('wk_system'),
  }
}

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

const named = (url: string, database: string) =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href

interface Wanted {
  readonly database: string
  readonly url: string
}

/** One process at a time, however many start together. */
async function makeRoles(client: pg.Client, { database, url }: Wanted): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [advisoryLock])
  const own = passwordsOf(url)
  await client.query(rolesSql(own))
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  await connected(url, (there) => there.query(grantsSql(database)))
  if (await signsIn(urlsOf(url).system)) return
  for (const role of ownRoles)
    await client.query(`alter role ${role} password ${pg.escapeLiteral(own[role])}`)
}

/** False when the password of DATABASE_URL, from which the others follow, has changed. */
async function signsIn(url: string): Promise<boolean> {
  try {
    await connected(url, async () => undefined)
    return true
  } catch (error) {
    if (codeOf(error) === '28P01') return false
    throw error
  }
}

async function answering(url: string, { onNotice, patienceMs }: Required<Patience>): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await connected(url, async () => undefined)
    } catch (error) {
      const reason = error instanceof Error ? error.message || codeOf(error) : String(error)
      const sentence = `The database of DATABASE_URL (${new URL(url).host}) does not let us in: ${reason}`
      if (!passing.has(codeOf(error)) || Date.now() > deadline) throw new Error(sentence, { cause: error })
      if (isFirst) onNotice(`${sentence}; waiting for it`)
      await wait(pauseMs)
    }
  }
}

async function lookAt(client: pg.Client, onNotice: (sentence: string) => void): Promise<void> {
  const { rows } = await client.query<{ version: number; locks: number }>(
    `select current_setting('server_version_num')::int as version,
       current_setting('max_locks_per_transaction')::int as locks`,
  )
  const { version = 0, locks = 0 } = rows[0] ?? {}
  if (version < oldestVersion) {
    throw new Error(
      `The database of DATABASE_URL is Postgres ${Math.floor(version / 10_000)}; 15 or newer is needed.`,
    )
  }
  if (locks < fewestLocks) {
    onNotice(
      `The database's max_locks_per_transaction is ${locks}; set it to ${fewestLocks}: a statement may touch the partitions of many days.`,
    )
  }
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: readonly unknown[] }
  // Several addresses of one name, each with its own reason.
  return code ?? (errors?.length ? codeOf(errors[0]) : '')
}
