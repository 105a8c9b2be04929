import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { startTestDatabase } from './testing.ts'
import type { TestDatabase } from './testing.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await startTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'wattkeeper-migrations-'))
  // The database comes migrated; here it starts from nothing.
  await ask('drop schema migration cascade')
})

afterEach(async () => {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(database.urls.owner)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function write(files: Record<string, string>): void {
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
}

const run = (options: { upTo?: number } = {}) => migrate({ url: database.urls.owner, folder, ...options })

const makers = { '0001-makers.sql': 'create table makers (id int primary key);' }

test('what is new is applied in order and once', async () => {
  write({ ...makers, '0002-sites.sql': 'create table sites (maker_id int references makers);' })
  expect(await run()).toEqual(['0001-makers.sql', '0002-sites.sql'])
  expect(await run()).toEqual([])
  write({ '0010-more.sql': 'insert into makers values (1); insert into sites values (1);' })
  expect(await run()).toEqual(['0010-more.sql'])
  expect(await ask('select number from migration.applied order by number')).toEqual([
    { number: 1 },
    { number: 2 },
    { number: 10 },
  ])
})

test('two that migrate at once do it once', async () => {
  write({ ...makers, '0002-first.sql': 'insert into makers values (1);' })
  const done = await Promise.all([run(), run(), run()])
  expect(done.map((names) => names.length).sort()).toEqual([0, 0, 2])
})

test('a migration that was changed after it had been applied is refused', async () => {
  write(makers)
  await run()
  write({ '0001-makers.sql': 'create table makers (id bigint primary key);' })
  await expect(run()).rejects.toThrow(
    '0001-makers.sql was changed after it had been applied; write a new migration instead.',
  )
})

test('two migrations of one number are refused before anything is applied', async () => {
  write({ ...makers, '0001-other.sql': 'select 1;' })
  await expect(run()).rejects.toThrow(
    'Two migrations have the same number: 0001-makers.sql and 0001-other.sql.',
  )
  expect(await ask(`select to_regclass('makers') as found`)).toEqual([{ found: null }])
})

test('a lower number after a higher one is refused', async () => {
  write({ '0003-makers.sql': makers['0001-makers.sql'] })
  await run()
  write({ '0002-late.sql': 'select 1;' })
  await expect(run()).rejects.toThrow(
    '0002-late.sql comes before 0003-makers.sql, which is already applied; give it a higher number.',
  )
})

test('a version starts beside a newer schema that has taken nothing away, and leaves it as it is', async () => {
  write({ ...makers, '0002-future.sql': 'alter table makers add column site text;' })
  await run()
  rmSync(join(folder, '0002-future.sql'))
  const lines: string[] = []
  const seed = { hash: 'older', run: () => Promise.reject(new Error('reference data of an older version')) }
  const onProgress = (line: string) => lines.push(line)
  expect(await migrate({ url: database.urls.owner, folder, seed, onProgress })).toEqual([])
  expect(lines).toEqual(['the database is of a newer version, which this one still fits'])
})

const gone =
  '-- contracts: from 0002, nobody reads makers.site since then\nalter table makers drop column site;'
const site = { '0002-no-site.sql': `comment on column makers.site is 'not read any more';` }
const withSite = { '0001-makers.sql': 'create table makers (id int primary key, site text);' }

test('a version from which a newer one has taken something is refused; the one in between is not', async () => {
  write({ ...withSite, ...site, '0003-gone.sql': gone })
  await run()
  rmSync(join(folder, '0003-gone.sql'))
  expect(await run()).toEqual([])
  rmSync(join(folder, '0002-no-site.sql'))
  await expect(run()).rejects.toThrow(
    'The database was migrated by a newer Wattkeeper (0003-gone.sql), which took away what this version (0001) needs; start version 0002 or newer.',
  )
})

test('nothing is taken away from a version that serves right now', async () => {
  write(withSite)
  await run()
  write({ ...site, '0003-gone.sql': gone })
  const serving = new pg.Client(database.urls.app)
  await serving.connect()
  await expect(run()).rejects.toThrow(
    '0003-gone.sql takes away what versions before 0002 need, and one (0001) serves from this database',
  )
  expect(await ask('select site from makers')).toEqual([])
  await serving.end()
  // The server notices a little later.
  const applied = expect.poll(() => run().catch(() => []))
  await applied.toEqual(['0002-no-site.sql', '0003-gone.sql'])
})

test('a branch of other migrations is refused', async () => {
  write({ ...makers, '0002-theirs.sql': 'select 1;' })
  await run()
  rmSync(join(folder, '0002-theirs.sql'))
  write({ '0003-ours.sql': 'select 1;' })
  await expect(run()).rejects.toThrow(
    'The database was migrated by another Wattkeeper (0002-theirs.sql), which this version does not follow.',
  )
})

test('what a migration says of itself is whole or refused', async () => {
  write({ ...makers, '0002-gone.sql': '-- contracts makers\ndrop table makers;' })
  await expect(run()).rejects.toThrow(
    '0002-gone.sql: its first line must read "-- contracts: from NNNN, what it takes away".',
  )
  write({ '0002-gone.sql': gone.replace('0002', '0003') })
  await expect(run()).rejects.toThrow('0002-gone.sql cannot need a version that comes after it.')
})

test('a migration that fails leaves nothing of itself, says where, and may be put right', async () => {
  write({ ...makers, '0002-wrong.sql': 'insert into makers values (1);\ninsert into nowhere values (1);' })
  await expect(run()).rejects.toThrow('0002-wrong.sql failed: relation "nowhere" does not exist (line 2)')
  expect(await ask('select id from makers')).toEqual([])
  write({ '0002-wrong.sql': 'insert into makers values (2);' })
  expect(await run()).toEqual(['0002-wrong.sql'])
  expect(await ask('select id from makers')).toEqual([{ id: 2 }])
})

test('a file that is no migration is refused', async () => {
  write({ ...makers, 'notes.txt': '' })
  await expect(run()).rejects.toThrow('notes.txt')
})

test('the seed runs when its files have changed, and as a whole or not at all', async () => {
  write(makers)
  let planted = 0
  const seed = (hash: string, sql = 'select 1') => ({
    hash,
    run: async (client: pg.Client) => {
      planted += 1
      await client.query(`insert into makers values (${planted})`)
      await client.query(sql)
    },
  })
  const plant = (hash: string, sql?: string) =>
    migrate({ url: database.urls.owner, folder, seed: seed(hash, sql) })
  await plant('a')
  await plant('a')
  expect(planted).toBe(1)
  await expect(plant('b', 'select nonsense')).rejects.toThrow('nonsense')
  expect(await ask('select id from makers')).toEqual([{ id: 1 }])
  await plant('b')
  expect(await ask('select id from makers order by id')).toEqual([{ id: 1 }, { id: 3 }])
})
