import type { Environment, Reader } from './environment.ts'
import type { ExternalDatabase } from './platform/database/external.ts'

/** Where the rows lie, when not in the embedded Postgres, and how much of it a process may take. */
export interface DatabaseSettings {
  readonly external: ExternalDatabase | undefined
  /** A copy that only reads, for exports. */
  readonly replica: string | undefined
  /** Of one om; report takes a fixed handful. */
  readonly connections: number
}

export function readDatabase(reader: Reader): DatabaseSettings {
  return {
    external: readExternal(reader),
    replica: readUrl(reader, 'DATABASE_REPLICA_URL'),
    connections: reader.integer('DATABASE_CONNECTIONS', { fallback: 10, low: 6, high: 500 }),
  }
}

function readExternal(reader: Reader): ExternalDatabase | undefined {
  const url = readUrl(reader, 'DATABASE_URL')
  if (url === undefined) return undefined
  const [app, staff, system] = [
    readUrl(reader, 'DATABASE_APP_URL'),
    readUrl(reader, 'DATABASE_STAFF_URL'),
    readUrl(reader, 'DATABASE_SYSTEM_URL'),
  ]
  if (app && staff && system) return { url, serving: { app, staff, system } }
  if (app || staff || system)
    reader.problem(
      'DATABASE_APP_URL, DATABASE_STAFF_URL and DATABASE_SYSTEM_URL are given together or not at all.',
    )
  else if (new URL(url).password === '')
    reader.problem('DATABASE_URL must name a password: those of the roles that serve follow from it.')
  return { url, serving: undefined }
}

function readUrl(reader: Reader, name: string): string | undefined {
  const value = reader.text(name)
  if (value === undefined) return undefined
  const url = URL.parse(value)
  const isPostgres = url !== null && /^postgres(ql)?:$/.test(url.protocol)
  if (isPostgres && url.hostname !== '' && url.pathname.length > 1 && url.username !== '') return value
  reader.problem(
    `${name} must be an address such as postgres://user:password@db.example.com:5432/wattkeeper.`,
  )
  return undefined
}

/** What `readDatabase` reads again in a process that serves: never the address that may change roles. */
export function databaseEnvironment(
  { replica, connections }: DatabaseSettings,
  urls: Readonly<Record<'app' | 'staff' | 'system', string>>,
): Environment {
  return {
    DATABASE_APP_URL: urls.app,
    DATABASE_STAFF_URL: urls.staff,
    DATABASE_SYSTEM_URL: urls.system,
    ...(replica !== undefined && { DATABASE_REPLICA_URL: replica }),
    DATABASE_CONNECTIONS: String(connections),
  }
}
