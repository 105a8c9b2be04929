import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { fitsFromOf, requireFitting, requireNobodyOlder } from './fits.ts'

export type Migration = {
  number: number
  name: string
  sql: string
  checksum: string
  /** See `fitsFromOf`. */
  fitsFrom: number | null
}

/** Reference data that follows the migrations and is written again whenever its files change. */
export type Seed = {
  /** Of everything that the seed reads: see `hashOf`. */
  hash: string
  run: (client: pg.Client) => Promise<void>
}

export type MigrateOptions = {
  /** Connects as wk_owner. */
  url: string
  /** Holds NNNN-name.sql and nothing else. */
  folder: string
  seed?: Seed
  /** Stops after this number: for a restore, whose rows fit the schema of their time. */
  upTo?: number
  onProgress?: (line: string) => void
}

const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/
// Any number that nothing else in this database locks: one process migrates, others wait for it.
const advisoryLock = 7_235_001

/**
 * Brings the schema up to date, forward only, and answers what it applied. Errors are sentences. A newer schema is left
 * as it is, with its reference data, as long as this version fits it.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, folder, seed, upTo = Infinity, onProgress = () => undefined } = options
  const migrations = readMigrations(folder).filter(({ number }) => number <= upTo)
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(bookkeepingSql)
    const applied = await appliedMigrations(client)
    const pending = pendingOf(migrations, applied)
    await requireNobodyOlder(client, applied.at(-1)?.number ?? 0, pending)
    for (const migration of pending) {
      onProgress(`migration ${migration.name}`)
      await apply(client, migration)
    }
    const isOlder = (applied.at(-1)?.number ?? 0) > (migrations.at(-1)?.number ?? 0)
    if (isOlder) onProgress('the database is of a newer version, which this one still fits')
    if (seed && !isOlder && (await seedHash(client)) !== seed.hash) {
      onProgress('reference data')
      await plant(client, seed)
    }
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Changes when a file among the paths, or below a folder among them, changes its name or content. */
export function hashOf(...paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesOf(path))
      hash
        .update(`${basename(file)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => {
      const number = fileName.exec(name)?.[1]
      if (!number) throw new Error(`${name} is not a migration: the name must read NNNN-words-of-it.sql.`)
      const sql = readFileSync(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number: Number(number), name, sql, checksum, fitsFrom: fitsFromOf(name, sql) }
    })
  for (const [index, { number, name }] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before?.number === number)
      throw new Error(`Two migrations have the same number: ${before.name} and ${name}.`)
  }
  return migrations
}

// A schema of its own: the serving roles see nothing of it.
const bookkeepingSql = `
  create schema if not exists migration;
  create table if not exists migration.applied (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  -- The lowest version that still fits; null where every one does. Looked for first: a backup may hold the table.
  do $$ begin
    if not exists (
      select from pg_attribute where attrelid = 'migration.applied'::regclass and attname = 'fits_from'
    ) then
      alter table migration.applied add column fits_from integer;
    end if;
  end $$;
  create table if not exists migration.seed (
    only_row boolean primary key default true check (only_row),
    hash text not null,
    planted_at timestamptz not null default now()
  );
  -- Rows of reference data that were planted once and then belong to the people who edit them.
  create table if not exists migration.planted (file text, key text, primary key (file, key));
`

type Applied = Pick<Migration, 'number' | 'name' | 'checksum' | 'fitsFrom'>

async function appliedMigrations(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select number, name, checksum, fits_from as "fitsFrom" from migration.applied order by number',
  )
  return rows
}

function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  requireFitting(
    migrations.at(-1)?.number ?? 0,
    applied.filter(({ number }) => !known.has(number)),
  )
  for (const { number, checksum } of applied) {
    const file = known.get(number)
    if (file && file.checksum !== checksum) {
      throw new Error(`${file.name} was changed after it had been applied; write a new migration instead.`)
    }
  }
  const newest = applied.at(-1)
  const pending = migrations.filter(({ number }) => !applied.some((row) => row.number === number))
  const late = pending.find(({ number }) => newest && number < newest.number)
  if (late && newest) {
    throw new Error(
      `${late.name} comes before ${newest.name}, which is already applied; give it a higher number.`,
    )
  }
  return pending
}

async function apply(client: pg.Client, { number, name, sql, checksum, fitsFrom }: Migration): Promise<void> {
  await transaction(client, async () => {
    try {
      await client.query(sql)
    } catch (error) {
      throw new Error(`${name} failed: ${describe(error, sql)}`, { cause: error })
    }
    await client.query(
      'insert into migration.applied (number, name, checksum, fits_from) values ($1, $2, $3, $4)',
      [number, name, checksum, fitsFrom],
    )
  })
}

function describe(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error)
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
  return `${error.message}${line}`
}

async function seedHash(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ hash: string }>('select hash from migration.seed')
  return rows[0]?.hash
}

async function plant(client: pg.Client, seed: Seed): Promise<void> {
  await transaction(client, async () => {
    await seed.run(client)
    await client.query(
      `insert into migration.seed (hash) values ($1)
       on conflict (only_row) do update set hash = excluded.hash, planted_at = now()`,
      [seed.hash],
    )
  })
}

async function transaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
