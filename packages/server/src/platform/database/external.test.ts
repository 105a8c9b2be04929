import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openDatabase } from './database.ts'
import { prepareExternal } from './external.ts'
import { connected } from './roles.ts'
import {
  type SystemPostgres,
  startSystemPostgres,
  systemPostgresPrograms,
} from '../../testing/system-postgres.ts'
import { freePort } from '../../testing/ports.ts'
import { sql } from 'kysely'

const programs = systemPostgresPrograms()

const notices: string[] = []
const onNotice = (sentence: string) => notices.push(sentence)
const at = (url: string, change: Partial<Pick<URL, 'pathname' | 'password' | 'username' | 'port'>>) =>
  Object.assign(new URL(url), change).href

describe.runIf(programs)('a Postgres of the operator’s own', () => {
  let server: SystemPostgres
  let url: string
  beforeAll(async () => {
    server = await startSystemPostgres(programs ?? '')
    url = at(server.url, { pathname: '/fleet' })
  })
  afterAll(() => server.stop())

  test('several starts at once make roles and database once, and each knows the same passwords', async () => {
    const all = await Promise.all(
      [1, 2, 3].map(() => prepareExternal({ url, serving: undefined }, { onNotice })),
    )
    expect(new Set(all.map((urls) => JSON.stringify(urls))).size).toBe(1)
    const [urls] = all
    const { rows } = await connected(urls?.system ?? '', (client) =>
      client.query(
        `select rolname, rolsuper, rolbypassrls from pg_roles where rolname like 'wk\\_%' order by 1`,
      ),
    )
    const none = { rolsuper: false, rolbypassrls: false }
    expect(rows).toEqual([
      { rolname: 'wk_app', ...none },
      { rolname: 'wk_owner', ...none },
      { rolname: 'wk_staff', ...none },
      { rolname: 'wk_system', rolsuper: false, rolbypassrls: true },
    ])
  })

  test('another password of DATABASE_URL changes those that follow from it', async () => {
    await connected(server.url, (client) =>
      client.query(`create role boss superuser login password 'second'`),
    )
    const other = at(url, { username: 'boss', password: 'second' })
    const urls = await prepareExternal({ url: other, serving: undefined }, { onNotice })
    await connected(urls.app, (client) => client.query('select 1'))
    const again = await prepareExternal({ url, serving: undefined }, { onNotice })
    await connected(again.app, (client) => client.query('select 1'))
    await expect(connected(urls.app, async () => undefined)).rejects.toThrow('password authentication failed')
  })

  test('roles that somebody else has made are taken as they are', async () => {
    const own = await prepareExternal({ url, serving: undefined }, { onNotice })
    const { app, staff, system } = own
    const urls = await prepareExternal({ url: own.owner, serving: { app, staff, system } }, { onNotice })
    expect(urls).toEqual({ superuser: own.owner, owner: own.owner, app, staff, system })
  })

  test('what does not answer, or does not let us in, is told in a sentence', async () => {
    const nobody = at(url, { port: String(await freePort()) })
    await expect(
      prepareExternal({ url: nobody, serving: undefined }, { onNotice, patienceMs: 0 }),
    ).rejects.toThrow(/^The database of DATABASE_URL \(127\.0\.0\.1:\d+\) does not let us in: .*ECONNREFUSED/)
    const wrong = at(url, { password: 'wrong' })
    await expect(prepareExternal({ url: wrong, serving: undefined }, { onNotice })).rejects.toThrow(
      'does not let us in: password authentication failed',
    )
  })

  test('a database that starts later is waited for', async () => {
    server.halt()
    const noticed = notices.length
    const waited = prepareExternal({ url, serving: undefined }, { onNotice })
    await expect
      .poll(() => notices.slice(noticed))
      .toEqual([expect.stringMatching(/ECONNREFUSED.*; waiting for it$/)])
    server.start()
    await expect(waited).resolves.toMatchObject({ superuser: url })
  })
})

describe.runIf(programs)('a copy that only reads', () => {
  let server: SystemPostgres
  let replica: SystemPostgres
  let database: Database<object>
  const errors: Error[] = []
  const wherever = { role: 'system', settings: {} } as const
  const isCopy = async () => {
    const ask = sql<{ copy: boolean }>`select pg_is_in_recovery() as copy`
    return (await database.scoped(wherever, (db) => ask.execute(db), 'copy')).rows[0]?.copy
  }
  beforeAll(async () => {
    server = await startSystemPostgres(programs ?? '')
    const url = at(server.url, { pathname: '/fleet' })
    const urls = await prepareExternal({ url, serving: undefined }, { onNotice })
    replica = await server.copy()
    const options = { connections: 8, replica: replica.url, onError: (error: Error) => errors.push(error) }
    database = await openDatabase<object>(urls, options)
  })
  afterAll(async () => {
    await database.close()
    server.stop()
  })

  test('takes what only reads much, and nothing else', async () => {
    expect(await isCopy()).toBe(true)
    const ask = sql<{ copy: boolean }>`select pg_is_in_recovery() as copy`
    const { rows } = await database.scoped(wherever, (db) => ask.execute(db))
    expect(rows).toEqual([{ copy: false }])
    const write = database.scoped(wherever, (db) => sql`create temporary table t (a int)`.execute(db), 'copy')
    await expect(write).rejects.toThrow(pg.DatabaseError)
  })

  test('is done without while it is away, and somebody is told', async () => {
    replica.stop()
    expect(await isCopy()).toBe(false)
    expect(errors.map(({ message }) => message)).toContain(
      'DATABASE_REPLICA_URL does not answer; the primary does',
    )
  })
})
