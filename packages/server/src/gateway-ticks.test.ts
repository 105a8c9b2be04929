import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmJobs } from './features/alarms/index.ts'
import { linkJobs } from './features/links/index.ts'
import { telemetryJobs } from './features/telemetry/index.ts'
import { typeParsers } from './platform/database/database.ts'
import { say, startTestFleet } from './testing/device-plane.ts'
import type { TestFleet } from './testing/device-plane.ts'

let fleet: TestFleet
let db: pg.Pool
const told: { changed: number[]; lost: number[][] } = { changed: [], lost: [] }
const ticks = [
  ...telemetryJobs,
  ...alarmJobs,
  ...linkJobs(
    { onChanged: (ids) => told.changed.push(...ids), onFleetLost: (ids) => told.lost.push(ids) },
    { holdsConnections: true },
  ),
]

beforeAll(async () => {
  fleet = await startTestFleet()
  db = new pg.Pool({ connectionString: fleet.urls.system, max: 2, types: typeParsers })
  db.on('error', () => undefined)
})

afterAll(async () => {
  await db.end()
  await fleet.stop()
})

const run = async (name: string) => ticks.find((tick) => tick.name === name)?.run(db)

test('devices of a dead instance go offline after the grace, as one event', async () => {
  const instance = randomUUID()
  const devices = await fleet.devices(3)
  const ids = devices.map(({ id }) => id)
  const live = await fleet.device()
  await fleet.connect(live)
  await fleet.ask(
    `insert into report_instances (id, lease_until) values ($1, now() - interval '80 seconds')`,
    [instance],
  )
  await fleet.ask(
    'update devices set is_online = 1, session_instance = $1, session_epoch = 1 where id = any($2)',
    [instance, ids],
  )
  await run('dead instances')
  expect(told.lost).toEqual([])
  await fleet.ask(`update report_instances set lease_until = now() - interval '91 seconds' where id = $1`, [
    instance,
  ])
  await run('dead instances')
  await run('dead instances')
  expect(told.lost).toEqual([ids])
  expect(
    await fleet.ask(
      'select distinct is_online, last_offline_at is null as unknown from devices where id = any($1)',
      [ids],
    ),
  ).toEqual([{ is_online: 0, unknown: false }])
  expect(
    await fleet.ask('select device_id, reason from online_history where device_id = any($1) order by 1', [
      ids,
    ]),
  ).toEqual(ids.map((id) => ({ device_id: id, reason: 'instanceLost' })))
  expect(await fleet.ask('select is_online from devices where id = $1', [live.id])).toEqual([
    { is_online: 1 },
  ])
})

test('a connected device that says nothing for three minutes is silent until it speaks', async () => {
  const device = await fleet.device()
  const client = await fleet.connect(device)
  const silent = () =>
    fleet.ask('select silent_since is not null as silent from devices where id = $1', [device.id])
  await fleet.ask(`update devices set last_online_at = now() - interval '4 minutes' where id = $1`, [
    device.id,
  ])
  await run('silent devices')
  expect(await silent()).toEqual([{ silent: true }])
  await say(client, 'telemetry', { ts: Date.now(), board: 'sc', values: { soc: 1 } })
  await run('silent devices')
  expect(await silent()).toEqual([{ silent: false }])
  expect(told.changed.filter((id) => id === device.id)).toHaveLength(2)
})

test('minutes and hours are rolled up from what arrived, and again when late data comes', async () => {
  const device = await fleet.device()
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000
  const arrive = (minute: number, soc: number | null, second: number) =>
    fleet.ask(
      `insert into telemetry values ($1, 'bms', 0, $2, now() - interval '10 minutes', array[$3::real, 50], null)`,
      [device.id, new Date(hour + minute * 60_000 + second * 1_000).toISOString(), soc],
    )
  await arrive(0, 10, 0)
  await arrive(0, 20, 30)
  await arrive(0, null, 40)
  await arrive(1, 60, 0)
  await run('telemetry roll-up')
  const read = (table: string) =>
    fleet.ask(`select counts, mins, maxs, means from ${table} where device_id = $1 order by bucket`, [
      device.id,
    ])
  expect(await read('telemetry_minutes')).toEqual([
    { counts: [2, 3], mins: [10, 50], maxs: [20, 50], means: [15, 50] },
    { counts: [1, 1], mins: [60, 50], maxs: [60, 50], means: [60, 50] },
  ])
  expect(await read('telemetry_hours')).toEqual([
    { counts: [3, 4], mins: [10, 50], maxs: [60, 50], means: [30, 50] },
  ])
  await arrive(1, 80, 30)
  await fleet.ask(`insert into roll_up_again (since, until) values (now() - interval '11 minutes', now())`)
  await run('telemetry roll-up')
  expect(await read('telemetry_hours')).toEqual([
    { counts: [4, 5], mins: [10, 50], maxs: [80, 50], means: [42.5, 50] },
  ])
})

test('partitions reach a week ahead and end with the retention; nobody reads around their policies', async () => {
  const days = async () => {
    const rows = await fleet.ask<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'telemetry'::regclass order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  await fleet.ask(
    `select ensure_partitions('telemetry', 'day', now() - interval '95 days', now() - interval '94 days')`,
  )
  const before = await days()
  for (const { name } of ticks.filter((tick) => /partitions|retention/.test(tick.name))) await run(name)
  const after = await days()
  expect(before.length - after.length).toBe(2)
  const ahead = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  expect(after.at(-1)).toBe(`telemetry_${ahead}`)
  expect(
    await fleet.ask(
      `select 1 from unnest($1::text[]) as name where has_table_privilege('wk_app', name, 'select')`,
      [after],
    ),
  ).toEqual([])
})

test('several processes make the same partitions, and take the same away, without a failure', async () => {
  const four = (text: string) =>
    Promise.all(Array.from({ length: 4 }, () => fleet.ask<{ parts: number }>(text)))
  const sum = (answers: readonly { parts: number }[][]) =>
    answers.flat().reduce((all, { parts }) => all + parts, 0)
  const range = `'telemetry', 'day', now() - interval '120 days', now() - interval '100 days'`
  expect(sum(await four(`select ensure_partitions(${range}) as parts`))).toBe(21)
  const before = `select drop_partitions('telemetry', 'day', now() - interval '99 days') as parts`
  expect(sum(await four(before))).toBe(21)
})

test('the first thousand unreadable messages of a day are kept, the rest is counted', async () => {
  const device = await fleet.device()
  const client = await fleet.connect(device)
  await Promise.all(Array.from({ length: 1_100 }, () => say(client, 'telemetry', Buffer.from('?'))))
  expect(await fleet.ask('select refused from quarantine_days')).toEqual([{ refused: 1_100 }])
  expect(await fleet.ask('select count(*) as n, min(reason) as reason from quarantine')).toEqual([
    { n: 1_000, reason: 'notJson' },
  ])
})
