import { type UpgradeLogRow, upgrades } from '@wattkeeper/contracts/api/upgrades'
import { devices } from '@wattkeeper/contracts/api/devices'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'
import type { PlantedVersion, UpgradingDevice } from '../../testing/upgrades.ts'

let fleet: OperatedFleet
let engineer: Person

beforeAll(async () => {
  fleet = await startOperatedFleet()
  engineer = fleet.engineer
})
afterEach(() => fleet.backToNow())
afterAll(() => fleet.stop())

const minute = 60_000
const hour = 60 * minute
const page = { pageNum: 1, pageSize: 50 }

async function away(): Promise<UpgradingDevice> {
  const device = await fleet.online()
  await device.cut()
  await eventually(
    () => engineer.call(devices.find, { id: device.id }),
    ({ isOnline }) => isOnline === 0,
  )
  return device
}

const logOf = async ({ id }: { id: number }): Promise<UpgradeLogRow[]> =>
  (await engineer.call(upgrades.log, { equipId: id, ...page })).rows
const until = (device: UpgradingDevice, isThere: (row: UpgradeLogRow) => boolean, place = 0) =>
  eventually(
    async () => (await logOf(device))[place],
    (row) => row !== undefined && isThere(row),
  )
const state = (wanted: string) => (row: UpgradeLogRow) => row.state === wanted
/** The moments of what the device has said stand: the clock may move on. */
const written = ({ id }: UpgradingDevice) =>
  eventually(
    () =>
      fleet.ask(
        `select from upgrade_jobs where device_id = $1 and finished_at is null and (progress_at is null
          or (state = 'proving' and proving_since is null) or (is_reported and reported_at is null)
          or (is_contradicted and contradicted_at is null))`,
        [id],
      ),
    (rows) => rows.length === 0,
  )
const hearing = (device: UpgradingDevice, count = 1) =>
  eventually(
    async () => device.heard.length,
    (heard) => heard >= count,
  )
const send = (device: UpgradingDevice, versionId: number, rest: { addrId?: number; insist?: boolean } = {}) =>
  engineer.call(upgrades.send, { equipId: device.id, versionId, ...rest })

/** Ordered, heard, begun. */
async function running(device: UpgradingDevice, traits?: PlantedVersion): Promise<void> {
  await send(device, await fleet.version(traits))
  await hearing(device, device.heard.length + 1)
  await device.progress(0, 10)
  await until(device, state('running'))
}

test('an upgrade has succeeded when the new version is reported, data come again and the soak time is over', async () => {
  const device = await fleet.online()
  const content = 'the bytes of this version'
  const versionId = await fleet.version({ content })
  const answer = await engineer.ask(upgrades.send, { equipId: device.id, versionId })
  expect(answer).toMatchObject({ code: 200, message: '升级命令发送成功' })
  await hearing(device)
  const [order] = device.heard
  expect(order).toMatchObject({ partType: 'bms', addrId: 0, version: fleet.newest(), size: content.length })
  const fetched = await fleet.server.app.inject({ url: new URL(order?.url ?? '').pathname })
  expect(fetched).toMatchObject({ statusCode: 200, payload: content })
  await device.progress(0, 40)
  const begun = await until(device, state('running'))
  expect(begun).toMatchObject({ result: 0, progPercent: 40, versionBefore: '1.0', source: 'manual' })
  await device.progress(1, 100)
  await until(device, state('proving'))
  await device.cut()
  await device.connect()
  await device.info(['bms', fleet.newest()])
  await device.telemetry()
  const [shown] = await engineer.call(upgrades.progress, { equipIds: [device.id] })
  expect(shown).toMatchObject({ boardType: 'bms', status: 0, progPercent: 100, state: 'proving' })
  await written(device)
  expect((await logOf(device))[0]?.state).toBe('proving')
  fleet.later(2 * minute + 1_000)
  expect(await until(device, state('success'))).toMatchObject({ result: 1, reason: null })
  expect(await engineer.call(upgrades.progress, { equipIds: [device.id] })).toMatchObject([{ status: 1 }])
  expect(device.heard).toHaveLength(1)
})

test('a device that says success and never reports the version has failed', async () => {
  const device = await fleet.online()
  await running(device)
  await device.progress(1, 100)
  await until(device, state('proving'))
  await written(device)
  fleet.later(11 * minute)
  expect(await until(device, state('failed'))).toMatchObject({ result: 2, reason: 'notReturned' })
})

test('a device that comes back with the old version has failed, once it has had time for another restart', async () => {
  const device = await fleet.online()
  await running(device)
  await device.progress(1, 100)
  await device.info(['bms', '1.0'])
  await device.telemetry()
  await until(device, state('proving'))
  await eventually(
    () =>
      fleet.ask<{ at: string | null }>(
        'select contradicted_at as at from upgrade_jobs where device_id = $1',
        [device.id],
      ),
    ([row]) => row?.at !== null,
  )
  fleet.later(minute + 1_000)
  expect(await until(device, state('failed'))).toMatchObject({ reason: 'oldVersion' })
})

test('one that falls back to the old version within the soak time has failed', async () => {
  const device = await fleet.online()
  await running(device)
  await device.install()
  await until(device, state('proving'))
  await device.info(['bms', '1.0'])
  await written(device)
  fleet.later(3 * minute)
  expect(await until(device, state('failed'))).toMatchObject({ reason: 'oldVersion' })
})

test('a device that does not report data again has failed', async () => {
  const device = await fleet.online()
  await running(device)
  await device.telemetry()
  await device.progress(1, 100)
  await device.info(['bms', fleet.newest()])
  await until(device, state('proving'))
  await written(device)
  fleet.later(13 * minute)
  expect(await until(device, state('failed'))).toMatchObject({ reason: 'noTelemetry' })
})

test('a level 1 alarm within the soak time fails the upgrade, one that was there before does not', async () => {
  const [sound, alarmed] = [await fleet.online(), await fleet.online()]
  const alarm = { code: '03012002', value: 1, bit: 0, level: 1, at: new Date().toISOString() }
  await fleet.planted.alarm(sound, alarm)
  for (const device of [sound, alarmed]) {
    await running(device)
    await device.install()
    await until(device, state('proving'))
  }
  await fleet.planted.alarm(sound, { ...alarm, value: 2, bit: 1, level: 2 })
  await fleet.planted.alarm(alarmed, alarm)
  expect(await until(alarmed, state('failed'))).toMatchObject({ reason: 'alarmed' })
  fleet.later(3 * minute)
  await until(sound, state('success'))
})

test('what the device says of a failure is shown, and its lane is free', async () => {
  const device = await fleet.online()
  await running(device)
  await device.progress(2, 30, { message: 'flash is worn out' })
  expect(await until(device, state('failed'))).toMatchObject({
    ...{ reason: 'deviceFailed', message: 'flash is worn out', progPercent: 10 },
  })
  await running(device)
})

test('without progress for ten minutes an upgrade has failed; a word that says nothing new is none', async () => {
  const device = await fleet.online()
  await running(device)
  fleet.later(9 * minute)
  await device.progress(0, 20)
  await until(device, ({ progPercent }) => progPercent === 20)
  await written(device)
  fleet.later(9 * minute)
  await device.progress(0, 20)
  await device.progress(0, 15)
  await device.telemetry()
  expect((await logOf(device))[0]).toMatchObject({ state: 'running', progPercent: 20 })
  fleet.later(minute + 5_000)
  expect(await until(device, state('failed'))).toMatchObject({ reason: 'noProgress' })
})

test('an order that the device does not begin goes out again with its id, and fails in the end', async () => {
  const device = await fleet.online()
  await send(device, await fleet.version())
  await hearing(device)
  fleet.later(minute + 1_000)
  await hearing(device, 2)
  expect(new Set(device.heard.map(({ id }) => id)).size).toBe(1)
  expect(new Set(device.heard.map(({ url }) => url)).size).toBe(2)
  fleet.later(10 * minute)
  expect(await until(device, state('failed'))).toMatchObject({ reason: 'notBegun' })
})

test('a device that reconnects hears its order again, and may begin anew', async () => {
  const device = await fleet.online()
  await running(device)
  await device.cut()
  await device.connect()
  await eventually(
    () =>
      fleet.ask<{ at: string | null }>('select next_send_at as at from upgrade_jobs where device_id = $1', [
        device.id,
      ]),
    ([row]) => row?.at !== null,
  )
  fleet.later(11_000)
  await hearing(device, 2)
  expect(device.heard[1]?.id).toBe(device.heard[0]?.id)
  await device.progress(0, 5)
  await until(device, ({ progPercent }) => progPercent === 5)
})

test('words that are late, repeated or about somebody else’s upgrade change nothing', async () => {
  const [device, stranger] = [await fleet.online(), await fleet.online()]
  await running(device)
  const { id = '' } = device.heard[0] ?? {}
  await stranger.progress(2, 0, { id, partType: 'bms', addrId: 0 })
  await device.progress(2, 0, { id: crypto.randomUUID() })
  await device.progress(2, 0, { partType: 'mppt' })
  await device.install()
  await device.progress(1, 100)
  await device.progress(0, 60)
  await until(device, state('proving'))
  await written(device)
  fleet.later(3 * minute)
  await until(device, state('success'))
  await device.progress(2, 0)
  await device.progress(0, 1)
  await running(device)
  expect((await logOf(device))[1]).toMatchObject({ state: 'success', progPercent: 100 })
  expect(await logOf(stranger)).toEqual([])
})

test('an upgrade of a device that is away waits for it, and expires', async () => {
  const [device, gone] = [await away(), await away()]
  const versionId = await fleet.version()
  await send(device, versionId)
  await send(gone, versionId)
  expect((await logOf(device))[0]).toMatchObject({ state: 'waiting', result: 3 })
  await device.connect()
  await hearing(device)
  await device.install()
  fleet.later(25 * hour)
  // the session of whoever looks is over, too
  await eventually(
    () => fleet.ask('select reason, sent_at from upgrade_jobs where device_id = $1', [gone.id]),
    ([row]) => isDeepStrictEqual(row, { reason: 'deadline', sent_at: null }),
  )
})

test('an upgrade that waits can be canceled, one under way not', async () => {
  const [device, busy] = [await away(), await fleet.online()]
  const { jobIds } = await send(device, await fleet.version())
  expect(await engineer.ask(upgrades.cancel, { id: jobIds[0] })).toMatchObject({ code: 200 })
  expect((await logOf(device))[0]).toMatchObject({ state: 'canceled', result: 4 })
  expect(await engineer.call(upgrades.progress, { equipIds: [device.id] })).toEqual([])
  await running(busy)
  const [row] = await logOf(busy)
  expect(await engineer.ask(upgrades.cancel, { id: row?.id })).toMatchObject({ code: 409 })
})
