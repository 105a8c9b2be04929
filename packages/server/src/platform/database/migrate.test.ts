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

test('a database of a newer version is refused', async () => {
  write({ ...makers, '0002-future.sql': 'select 1;' })
  await run()
  rmSync(join(folder, '0002-future.sql'))
  await expect(run()).rejects.toThrow(
    'The database was migrated by a newer Wattkeeper (0002-future.sql); start that version.',
  )
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
