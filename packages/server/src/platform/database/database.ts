import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction, sql } from 'kysely'
import pg from 'pg'

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
  /** Runs `work` in one transaction that sees only what the scope allows. */
  scoped<T>(scope: Scope, work: (db: Transaction<Tables>) => Promise<T>): Promise<T>
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

/**
 * Opens the pools of a process that serves people. Refuses when a role that must be held by row-level security could
 * pass it.
 */
export async function openDatabase<Tables>(
  urls: ScopeUrls,
  options: { readonly connections: number; readonly onError: (error: Error) => void },
): Promise<Database<Tables>> {
  const open = (url: string, max: number) => {
    const pool = new pg.Pool({ connectionString: url, max, types: typeParsers })
    pool.on('error', options.onError)
    return new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    })
  }
  const narrowed = Math.max(2, Math.floor(options.connections / 4))
  const pools = {
    app: open(urls.app, narrowed),
    staff: open(urls.staff, narrowed),
    system: open(urls.system, options.connections - narrowed),
  }
  const close = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.destroy()))
  }
  try {
    await Promise.all([refuseBypass(pools.app), refuseBypass(pools.staff)])
  } catch (error) {
    await close()
    throw error
  }
  return {
    system: pools.system,
    scoped: (scope, work) =>
      pools[scope.role].transaction().execute(async (db) => {
        await applySettings(db, scope.settings)
        return work(db)
      }),
    close,
  }
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
