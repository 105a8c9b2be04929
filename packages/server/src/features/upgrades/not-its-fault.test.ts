import { firmware } from '@wattkeeper/contracts/api/firmware'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Bandwidth } from '../../platform/http/bandwidth.ts'
import { serveFilePlane } from '../../platform/http/file-plane.ts'
import { eventually } from '../../testing/device-plane.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'
import { type UpgradingDevice, plantVersion } from '../../testing/upgrades.ts'
import { devicePlane } from '../device-files/index.ts'
import { announceUpgrades, orderUpgrade } from './index.ts'
import { judged } from './testing/judged.ts'

let fleet: OperatedFleet
let staff: Person
beforeAll(async () => {
  fleet = await startOperatedFleet()
  staff = await fleet.server.person()
  await fleet.ask(`update sessions set expires_at = now() + interval '1 year'`)
})
afterAll(() => fleet.stop())

const minute = 60_000
let newest = 1

async function online(): Promise<UpgradingDevice> {
  const device = await fleet.upgrading()
  await device.connect()
  await device.info(['bms', '1.0'])
  return device
}

async function ordered(device: UpgradingDevice): Promise<void> {
  newest += 1
  const versionId = await plantVersion(fleet.server, { version: `${newest}.0` })
  await staff.call(upgrades.send, { equipId: device.id, versionId })
  await eventually(
    async () => device.heard.length,
    (heard) => heard > 0,
  )
}

async function outcome({ id }: UpgradingDevice) {
  // The first look may still be under way when the first mark is seen.
  for (let n = 0; n < 2; n += 1) await judged(fleet, staff)
  const text = 'select state, reason from upgrade_jobs where device_id = $1 order by id desc limit 1'
  return (await fleet.ask<{ state: string; reason: string | null }>(text, [id]))[0]
}

test('a device that waits for its turn to fetch is not silent; one that does not ask is', async () => {
  const app = Fastify()
  const { services } = fleet.server
  const paths = { fetch: '/device/files/:token', bring: '/device/logs/:token' }
  await serveFilePlane(app, devicePlane(services, new Bandwidth({ atOnce: 0 })), paths)
  const [patient, silent] = [await online(), await online()]
  for (const device of [patient, silent]) await ordered(device)
  for (let n = 0; n < 3; n += 1) {
    fleet.server.clock.advance(4 * minute)
    const url = new URL(patient.heard.at(-1)?.url ?? '').pathname
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(503)
    await eventually(
      () => fleet.ask('select from device_links where is_kept_waiting'),
      (rows) => rows.length === 0,
    )
  }
  expect(await outcome(patient)).toEqual({ state: 'sent', reason: null })
  expect(await outcome(silent)).toEqual({ state: 'failed', reason: 'notBegun' })
  fleet.server.clock.advance(11 * minute)
  expect(await outcome(patient)).toEqual({ state: 'failed', reason: 'notBegun' })
  await app.close()
})

test('a clock that is set ahead is no silence, and proves nothing either', async () => {
  // Whoever judges has listened for so long that silence would mean something.
  fleet.server.clock.advance(11 * minute)
  const [device, done] = [await online(), await online()]
  for (const each of [device, done]) await ordered(each)
  await device.progress(0, 40)
  await done.install()
  await eventually(
    () => fleet.ask('select from upgrade_jobs where device_id = $1 and reported_at is not null', [done.id]),
    (rows) => rows.length > 0,
  )
  fleet.server.clock.set(180 * minute)
  expect(await outcome(device)).toEqual({ state: 'running', reason: null })
  expect(await outcome(done)).toEqual({ state: 'proving', reason: null })
  fleet.server.clock.advance(3 * minute)
  expect(await outcome(done)).toEqual({ state: 'success', reason: null })
  fleet.server.clock.advance(8 * minute)
  expect(await outcome(device)).toEqual({ state: 'failed', reason: 'noProgress' })
  fleet.server.clock.set(-180 * minute)
})

/** Resolves when somebody waits for somebody else's transaction. */
const somebodyWaits = () =>
  eventually(
    () =>
      fleet.ask(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%software_versions%'`,
      ),
    (rows) => rows.length > 0,
  )

test('a version that is being ordered cannot be deleted', async () => {
  const device = await online()
  const { database, bus, clock } = fleet.server.services
  const versionId = await plantVersion(fleet.server, { version: '90.0' })
  const removal = await database.system.transaction().execute(async (db) => {
    const order = { deviceId: device.id, versionId, source: 'manual', now: clock.now() } as const
    const made = await orderUpgrade(db, order)
    const asked = staff.ask(firmware.remove, { versionId })
    await somebodyWaits()
    return { asked, made }
  })
  expect(await removal.asked).toMatchObject({ code: 409 })
  announceUpgrades(bus, 'jobs' in removal.made ? removal.made.jobs : [])
  await eventually(
    async () => device.heard.length,
    (heard) => heard > 0,
  )
  await device.install()
})

test('a version that is being deleted cannot be ordered', async () => {
  const device = await online()
  const versionId = await plantVersion(fleet.server, { version: '91.0' })
  const { database } = fleet.server.services
  const asked = await database.system.transaction().execute(async (db) => {
    await db.deleteFrom('softwareVersions').where('id', '=', versionId).execute()
    const order = staff.ask(upgrades.send, { equipId: device.id, versionId })
    await eventually(
      () =>
        fleet.ask(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%hold_version%'`,
        ),
      (rows) => rows.length > 0,
    )
    return { order }
  })
  expect(await asked.order).toMatchObject({ code: 422, message: '升级文件不存在' })
  expect(device.heard).toEqual([])
})
