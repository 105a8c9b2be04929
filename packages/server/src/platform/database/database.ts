import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction, sql } from 'kysely'
import pg from 'pg'
import { onReplica } from './external.ts'

/** Which database role a request runs under, and the settings that its row-level policies read. */
export interface Scope {
  readonly role: 'app' | 'staff' | 'system'
  readonly settings: Readonly<Record<string, string>>
}

/** Connection strings, one a role. */
export interface ScopeUrls {
  readonly app: string
  readonly staff: string
  readonly system: string
}

export interface Database<Tables> {
  /** Bypasses row-level security: for jobs, devices and sign-in, never for what a caller asks. */
  readonly system: Kysely<Tables>
  /** Runs `work` in one transaction that sees only what the scope allows; on the copy where it only reads much, and there is one. */
  scoped<T>(
    scope: Scope,
    work: (db: Transaction<Tables>) => Promise<T>,
    from?: 'primary' | 'copy',
  ): Promise<T>
  close(): Promise<void>
}

/** bigint comes out as a number, timestamptz as an ISO 8601 string in UTC. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.INT8) return (value: string) => Number(value)
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    return pg.types.getTypeParser(oid, format) as (value: string) => unknown
  },
}

interface Options {
  readonly connections: number
  /** A server that repeats this one and only reads: takes exports. Without it, or while it does not answer, the primary does. */
  readonly replica?: string | undefined
  readonly onError: (error: Error) => void
}

/** No statement that somebody waits for, exports included, runs longer. */
const longestStatementMs = 120_000
const connectMs = 10_000

/**
 * Opens the pools of a process that serves people. Refuses when a role that must be held by row-level security could
 * pass it.
 */
export async function openDatabase<Tables>(urls: ScopeUrls, options: Options): Promise<Database<Tables>> {
  const { replica, connections, onError } = options
  const narrowed = Math.max(2, Math.floor(connections / 4))
  const pools = openPools<Tables>(urls, options, { narrowed, system: connections - narrowed })
  const copies =
    replica === undefined
      ? undefined
      : openPools<Tables>(onReplica(urls, replica), options, { narrowed, system: narrowed })
  const close = async () => {
    const open = [...Object.values(pools), ...Object.values(copies ?? {})]
    await Promise.all(open.map((pool) => pool.destroy()))
  }
  try {
    await Promise.all([refuseBypass(pools.app), refuseBypass(pools.staff)])
  } catch (error) {
    await close()
    throw error
  }
  return {
    system: pools.system,
    async scoped(scope, work, from = 'primary') {
      const copy = from === 'copy' ? copies?.[scope.role] : undefined
      if (!copy) return within(pools[scope.role], scope, work)
      let isBegun = false as boolean
      try {
        return await within(copy, scope, (db) => {
          isBegun = true
          return work(db)
        })
      } catch (error) {
        if (isBegun) throw error
        onError(new Error('DATABASE_REPLICA_URL does not answer; the primary does', { cause: error }))
        return within(pools[scope.role], scope, work)
      }
    },
    close,
  }
}

type Pools<Tables> = Readonly<Record<Scope['role'], Kysely<Tables>>>

function openPools<Tables>(
  urls: ScopeUrls,
  { onError }: Options,
  sizes: { readonly narrowed: number; readonly system: number },
): Pools<Tables> {
  const open = (url: string, max: number, limits: pg.PoolConfig = {}) => {
    const settings = { connectionString: url, max, types: typeParsers, connectionTimeoutMillis: connectMs }
    const pool = new pg.Pool({ ...settings, application_name: 'wattkeeper om', ...limits })
    surviveBreaks(pool, onError)
    return queriesOver<Tables>(pool)
  }
  const people = { statement_timeout: longestStatementMs }
  return {
    app: open(urls.app, sizes.narrowed, people),
    staff: open(urls.staff, sizes.narrowed, people),
    // Jobs run on it too, which may take their time.
    system: open(urls.system, sizes.system),
  }
}

function within<Tables, T>(
  pool: Kysely<Tables>,
  scope: Scope,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return pool.transaction().execute(async (db) => {
    await applySettings(db, scope.settings)
    return work(db)
  })
}

/** Postgres may go away in the middle of anything: its connections break, the process does not. */
export function surviveBreaks(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', onError)
  // One that is in use is not watched by the pool; whoever uses it gets the error by himself.
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Typed queries over a pool that somebody else opened and closes. */
export function queriesOver<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** Sets what policies and triggers read, until the transaction ends. */
export async function applySettings<Tables>(
  db: Transaction<Tables>,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  if (calls.length > 0) await sql`select ${sql.join(calls)}`.execute(db)
}

async function refuseBypass<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string; bypasses: boolean }>`
    select current_user as name,
      rolsuper or rolbypassrls or exists (
        select from pg_class where relrowsecurity and relowner = pg_roles.oid
      ) as bypasses
    from pg_roles where rolname = current_user`.execute(db)
  const [role] = rows
  if (!role || role.bypasses) {
    throw new Error(
      `The database role ${role?.name ?? ''} could pass row-level security; Wattkeeper does not start so.`,
    )
  }
}

/** The SQLSTATE of a database error, if it is one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
