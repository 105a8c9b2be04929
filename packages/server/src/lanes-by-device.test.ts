import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, startTestDatabase } from './platform/database/testing.ts'

// What the lanes of commands and of upgrades ask for, again and again, for one device each.

let database: TestDatabase
let db: pg.Client

beforeAll(async () => {
  database = await startTestDatabase()
  db = new pg.Client(database.urls.owner)
  await db.connect()
  const ended = { owner: '1, 1, 1, 1', path: `'{}'::text[]` }
  await db.query(
    `insert into commands (device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       kind, body, origin, source, state, result, expires_at, finished_at)
     select n % 100, 'code', ${ended.owner}, ${ended.path}, 'ping', '{}', 'manual', 'manual', 'done', 1, now(), now()
     from generate_series(1, 5000) n`,
  )
  await db.query(
    `insert into upgrade_jobs (group_id, position, device_id, device_code, organization_id, operator_id, equip_type_id,
       equip_model_id, region_path, part_type, addr_id, version_id, version, file_id, size, md5, sha256, source, state,
       created_at, deadline_at, finished_at)
     select n, 1, n % 100, 'code', ${ended.owner}, ${ended.path}, 'bms', 0, 1, '1.0', 1, 1, '', '', 'manual', 'success',
       now(), now(), now()
     from generate_series(1, 5000) n`,
  )
  await db.query('analyze commands, upgrade_jobs')
})
afterAll(async () => {
  await db.end()
  await database.stop()
})

test.each([
  ['commands', `state = 'waiting'`],
  ['commands', `state = 'waiting' and expires_at > now()`],
  ['commands', `state in ('sent', 'proving')`],
  ['upgrade_jobs', `state = 'waiting'`],
  ['upgrade_jobs', `state = 'waiting' and deadline_at > now()`],
  ['upgrade_jobs', `state in ('sent', 'running', 'proving')`],
])('the statistics know of none, and yet %s with %s are found by their device', async (table, condition) => {
  const { rows } = await db.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json) select from ${table} where device_id = 1 and ${condition}`,
  )
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
  expect(plan).toMatch(/"Index Cond":"[^"]*device_id = /)
})

test.each([
  ['commands', `state = 'waiting' and expires_at <= now()`],
  ['upgrade_jobs', `state = 'waiting' and deadline_at <= now()`],
])('what is overdue of %s with %s is found by its deadline', async (table, condition) => {
  const { rows } = await db.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json) select from ${table} where ${condition} and finished_at is null`,
  )
  expect(JSON.stringify(rows[0]?.['QUERY PLAN'])).toMatch(/"Index Cond":"[^"]*(deadline|expires)_at <= /)
})
