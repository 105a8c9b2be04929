import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase } from './testing.ts'
import type { TestDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startTestDatabase()
})

afterAll(() => database.stop())

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test('only wk_system passes row-level security, and none of the roles is a superuser', async () => {
  const rows = await ask(
    database.urls.superuser,
    `select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname like 'wk\\_%' order by 1`,
  )
  const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false }
  expect(rows).toEqual([
    { rolname: 'wk_app', ...none, rolbypassrls: false },
    { rolname: 'wk_owner', ...none, rolbypassrls: false },
    { rolname: 'wk_staff', ...none, rolbypassrls: false },
    { rolname: 'wk_system', ...none, rolbypassrls: true },
  ])
})

test('what the owner creates, the serving roles may read and write but not alter', async () => {
  await ask(database.urls.owner, 'create table thing (id bigint generated always as identity, name text)')
  for (const url of [database.urls.app, database.urls.staff, database.urls.system]) {
    await ask(url, `insert into thing (name) values ('x')`)
    await expect(ask(url, 'drop table thing')).rejects.toThrow('must be owner')
    await expect(ask(url, 'create table other (id int)')).rejects.toThrow('permission denied')
    await expect(ask(url, 'select * from migration.applied')).rejects.toThrow('permission denied')
  }
  expect(await ask(database.urls.owner, 'select count(*)::int as n from thing')).toEqual([{ n: 3 }])
})

test('sessions run in UTC, and trigrams know Chinese letters', async () => {
  const [row] = await ask(
    database.urls.app,
    `select current_setting('TimeZone') as zone, current_setting('jit') as jit, cardinality(show_trgm('换电柜')) as trigrams`,
  )
  expect(row).toEqual({ zone: 'UTC', jit: 'off', trigrams: 4 })
})

test('a second database knows nothing of the first', async () => {
  const second = await startTestDatabase()
  await ask(database.urls.owner, 'create table only_here (id int)')
  expect(await ask(second.urls.owner, `select to_regclass('only_here') as found`)).toEqual([{ found: null }])
  await second.stop()
  await expect(ask(second.urls.owner, 'select 1')).rejects.toThrow('does not exist')
})
