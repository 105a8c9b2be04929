import { type UpgradeLogRow, upgradeProblems, upgrades } from '@wattkeeper/contracts/api/upgrades'
import { devices } from '@wattkeeper/contracts/api/devices'
import { deviceHistory } from '@wattkeeper/contracts/api/device-history'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Facts } from '../../facts.ts'
import { type Gateway, startGateway } from '../../gateway.ts'
import { openBus } from '../../platform/bus/bus.ts'
import { eventually } from '../../testing/device-plane.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'
import type { PlantedVersion, UpgradingDevice } from '../../testing/upgrades.ts'
import { inOrder } from './order.ts'

let fleet: OperatedFleet
let engineer: Person

beforeAll(async () => {
  fleet = await startOperatedFleet()
  engineer = fleet.engineer
})
afterEach(() => fleet.backToNow())
afterAll(() => fleet.stop())

const minute = 60_000
const page = { pageNum: 1, pageSize: 50 }

/** A test version, so that no other test is offered it. */
const version = (traits: PlantedVersion = {}) => fleet.version({ isRelease: false, ...traits })

const logOf = async ({ id }: { id: number }): Promise<UpgradeLogRow[]> =>
  (await engineer.call(upgrades.log, { equipId: id, ...page })).rows
const ends = (device: UpgradingDevice, wanted: Readonly<Record<string, string>>) =>
  eventually(
    () => logOf(device),
    (rows) =>
      Object.entries(wanted).every(
        ([part, state]) => rows.find((row) => row.partType === part)?.state === state,
      ),
  )
const hearing = (device: UpgradingDevice, count = 1) =>
  eventually(
    async () => device.heard.length,
    (heard) => heard >= count,
  )
const send = (device: UpgradingDevice, versionId: number) =>
  engineer.call(upgrades.send, { equipId: device.id, versionId })

async function prove(device: UpgradingDevice): Promise<void> {
  const order = device.heard.at(-1)
  await device.install()
  await eventually(
    () => fleet.ask('select from upgrade_jobs where code = $1 and reported_at is not null', [order?.id]),
    (rows) => rows.length > 0,
  )
  fleet.later(2 * minute + 1_000)
}

/** Another process of report on the same database. */
async function anotherGateway(): Promise<Gateway> {
  const bus = await openBus<Facts>({ url: fleet.server.urls.system, onError: () => undefined })
  const gateway = await startGateway({
    ...{ databaseUrl: fleet.server.urls.system, bus, logger: pino({ level: 'silent' }) },
    ...{ mqtt: { port: 0, address: '127.0.0.1' }, clock: fleet.server.clock },
    publicUrl: fleet.server.services.publicUrl,
  })
  onTestFinished(async () => {
    await gateway.stop()
    await bus.close()
  })
  return gateway
}

test('boards are upgraded in the configured order, what carries the connection last', () => {
  const order = ['bms', 'mppt', '*', 'PART_TYPE_EC_MASTER', 'wifi']
  const parts = ['wifi', 'PART_TYPE_EC_MASTER', 'new', 'mppt', 'bms'].map((partType) => ({
    partType,
    addrId: 0,
  }))
  expect(inOrder(parts, order).map(({ partType }) => partType)).toEqual([
    ...['bms', 'mppt', 'new', 'PART_TYPE_EC_MASTER', 'wifi'],
  ])
  const bays = [3, 1, 2].map((addrId) => ({ partType: 'bin', addrId }))
  expect(inOrder(bays, order).map(({ addrId }) => addrId)).toEqual([1, 2, 3])
})

test('all boards with a newer release go out one after the other, and share one outcome', async () => {
  const device = await fleet.online(['wifi', '1.0'], ['bms', '1.0'], ['mppt', '9.9'])
  for (const partType of ['wifi', 'bms']) await version({ partType, version: '2.0', isRelease: true })
  await version({ partType: 'mppt', version: '9.9.0', isRelease: true })
  const { jobIds } = await engineer.call(upgrades.sendAll, { equipId: device.id })
  expect(jobIds).toHaveLength(2)
  await hearing(device)
  expect(device.heard[0]?.partType).toBe('bms')
  expect((await logOf(device)).map(({ partType, state }) => [partType, state])).toContainEqual([
    'wifi',
    'waiting',
  ])
  await prove(device)
  await hearing(device, 2)
  expect(device.heard[1]?.partType).toBe('wifi')
  await prove(device)
  await ends(device, { bms: 'success', wifi: 'success' })
  const nothing = await engineer.ask(upgrades.sendAll, { equipId: device.id })
  expect(nothing).toMatchObject({ code: 422, message: upgradeProblems.nothingNewer.words.zh })
})

test('the first board that fails ends those that wait for their turn', async () => {
  const device = await fleet.online(['pcs', '1.0'], ['sc', '1.0'])
  for (const partType of ['pcs', 'sc']) await version({ partType, version: '2.0', isRelease: true })
  await engineer.call(upgrades.sendAll, { equipId: device.id })
  await hearing(device)
  await device.progress(2, 0)
  const rows = await ends(device, { pcs: 'failed', sc: 'canceled' })
  expect(rows.find(({ partType }) => partType === 'sc')).toMatchObject({ result: 4, reason: 'earlierFailed' })
})

test('an upgrade goes on with another process, without a second beginning', async () => {
  const device = await fleet.online()
  await send(device, await version())
  await hearing(device)
  await device.progress(0, 40)
  const other = await anotherGateway()
  await device.cut()
  await device.connect(other.port)
  await prove(device)
  await ends(device, { bms: 'success' })
  expect(device.heard).toHaveLength(1)
})

test('two processes send what waits once', async () => {
  const [device, other] = [await fleet.online(), await anotherGateway()]
  await device.cut()
  const versionId = await version()
  await send(device, versionId)
  await Promise.all([device.connect(other.port), device.connect()].map((each) => each.catch(() => undefined)))
  await hearing(device)
  await device.progress(0, 5)
  await eventually(
    () =>
      fleet.ask<{ n: number }>('select attempts as n from upgrade_jobs where device_id = $1', [device.id]),
    ([row]) => (row?.n ?? 0) >= 1,
  )
  expect(new Set(device.heard.map(({ id }) => id)).size).toBe(1)
})

test('a device that is deleted in the middle ends its upgrades, and its history stays', async () => {
  const device = await fleet.online(['bms', '1.0'], ['mppt', '1.0'])
  await send(device, await version())
  await send(device, await version({ partType: 'mppt' }))
  await hearing(device)
  const staff = await fleet.server.person()
  await staff.call(devices.remove, { id: device.id })
  const rows = await ends(device, { bms: 'failed', mppt: 'failed' })
  expect(rows.map(({ reason }) => reason)).toEqual(['deviceDeleted', 'deviceDeleted'])
  expect(await engineer.ask(upgrades.send, { equipId: device.id, versionId: 1 })).toMatchObject({ code: 404 })
})

test('a clock that is set back keeps no upgrade waiting', async () => {
  const device = await fleet.online()
  fleet.later(5 * 60 * minute)
  await send(device, await version())
  await hearing(device)
  await device.progress(0, 10)
  await eventually(
    () => logOf(device),
    ([row]) => row?.state === 'running',
  )
  fleet.later(-5 * 60 * minute)
  await eventually(
    () =>
      fleet.ask('select from upgrade_jobs where device_id = $1 and progress_at <= $2', [
        device.id,
        new Date(fleet.server.clock.now()).toISOString(),
      ]),
    (rows) => rows.length === 1,
  )
  fleet.later(11 * minute)
  const [row] = await ends(device, { bms: 'failed' })
  expect(row).toMatchObject({ reason: 'noProgress' })
})

test('a file that is gone fails the upgrade', async () => {
  const device = await fleet.online()
  await device.cut()
  const versionId = await version()
  await send(device, versionId)
  const [file] = await fleet.ask<{ id: number }>(
    'select file_id as id from software_versions where id = $1',
    [versionId],
  )
  await fleet.ask('delete from software_versions where id = $1', [versionId])
  await fleet.ask('delete from stored_files where id = $1', [file?.id])
  await device.connect()
  const [row] = await ends(device, { bms: 'failed' })
  expect(row).toMatchObject({ reason: 'fileGone' })
  expect(device.heard).toEqual([])
})

test('what does not fit is refused in words', async () => {
  const device = await fleet.online()
  const ask = async (versionId: number, rest: object = {}) =>
    (await engineer.ask(upgrades.send, { equipId: device.id, versionId, ...rest })).message
  expect(await ask(await version({ typeId: 2 }))).toBe('升级文件不适用于该设备类型')
  expect(await ask(await version({ partType: 'pcs' }))).toBe('设备没有该部件')
  expect(await ask(await version({ hwVersion: 'Z' }))).toBe('升级文件不适用于该硬件版本')
  expect(await ask(await version({ isApproved: false }))).toBe('升级文件尚未审批')
  expect(await ask(999_999)).toBe('升级文件不存在')
  const same = await version({ version: '1.0.0', hwVersion: undefined })
  expect(await ask(same)).toBe('设备已是该版本')
  expect(await ask(same, { insist: true })).toBe('升级命令发送成功')
  expect(await ask(await version())).toBe('该部件正在升级或等待升级')
})

test('a board that had the version before must first say that it is done', async () => {
  const device = await fleet.online()
  const same = await version({ version: '1.0', hwVersion: undefined, content: 'once more' }).catch(
    () => undefined,
  )
  const known = await fleet.ask<{ id: number }>(
    `select id from software_versions where rank = version_numbers('1.0')`,
  )
  await engineer.call(upgrades.send, {
    equipId: device.id,
    versionId: same ?? known[0]?.id ?? 0,
    insist: true,
  })
  await hearing(device)
  await device.info(['bms', '1.0'])
  await device.progress(0, 10)
  await eventually(
    () => logOf(device),
    ([row]) => row?.state === 'running',
  )
  await prove(device)
  await ends(device, { bms: 'success' })
})

test('upgrades stand in the device’s line of time', async () => {
  const device = await fleet.online()
  await send(device, await version())
  await hearing(device)
  await device.progress(2, 0, { message: 'no room' })
  await ends(device, { bms: 'failed' })
  const { entries } = await engineer.call(deviceHistory.timeline, { equipId: device.id, kinds: ['upgrade'] })
  expect(entries).toMatchObject([
    {
      ...{ kind: 'upgrade', flag: false, result: 0, reason: 'deviceFailed', detail: 'no room' },
      ...{ subject: '电池管理板', names: ['1.0', fleet.newest()] },
    },
  ])
})

test('nobody sees or cancels upgrades of another’s devices', async () => {
  const device = await fleet.online()
  await device.cut()
  const { jobIds } = await send(device, await version())
  const stranger = await fleet.server.person({
    ...{ organizationId: fleet.planted.theirs.organizationId, roleIds: [3] },
  })
  expect(await stranger.call(upgrades.progress, { equipIds: [device.id] })).toEqual([])
  expect(await stranger.ask(upgrades.cancel, { id: jobIds[0] })).toMatchObject({ code: 404 })
  expect(await stranger.ask(upgrades.log, { equipId: device.id, ...page })).toMatchObject({ code: 404 })
  expect((await stranger.call(upgrades.log, page)).total).toBe(0)
  const viewer = await fleet.server.person({
    ...{ organizationId: fleet.planted.ours.organizationId, roleIds: [4] },
  })
  expect(await viewer.ask(upgrades.send, { equipId: device.id, versionId: 1 })).toMatchObject({ code: 403 })
  expect(await viewer.call(upgrades.progress, { equipIds: [device.id] })).toHaveLength(1)
})
