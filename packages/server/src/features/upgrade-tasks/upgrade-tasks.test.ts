import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { type UpgradeRule, type UpgradeTask, upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import { type Person, query } from '../../testing/server.ts'
import type { PlantedVersion, UpgradingDevice } from '../../testing/upgrades.ts'
import { rolloutTicks } from '../rollouts/ticks.ts'
import { firmwareKind } from './index.ts'
import { settle } from './ticks.ts'

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
const turns = rolloutTicks([firmwareKind])

/** What om does every second. */
async function tick(): Promise<void> {
  await settle(fleet.server.services)
  for (const turn of turns) await turn.run(fleet.server.services)
}

const codesOf = (devices: readonly UpgradingDevice[]) => devices.map(({ code }) => code).join(',')

function wanted(versionId: number, of: readonly UpgradingDevice[], rule: Partial<UpgradeRule> = {}) {
  return {
    ...{ remark: '夜间升级', softwareVersionId: versionId },
    upgradeTime: new Date(fleet.server.clock.now()).toISOString(),
    upgradeRule: { equipTypeId: 1, filter: { code: codesOf(of) }, ...rule },
  }
}

async function create(...of: Parameters<typeof wanted>): Promise<number> {
  return (await engineer.call(upgradeTasks.create, wanted(...of))).id
}

async function found(id: number): Promise<UpgradeTask> {
  const { rows } = await engineer.call(upgradeTasks.list, { type: 'SCHEDULE', ...page })
  const task = rows.find((each) => each.id === id)
  if (!task) throw new Error(`no task ${id}`)
  return task
}

const rowsOf = async (taskId: number) => (await engineer.call(upgradeTasks.detail, { taskId, ...page })).rows
const rowOf = async (taskId: number, { id }: UpgradingDevice) =>
  (await rowsOf(taskId)).find(({ equipId }) => equipId === id)
const hearing = (device: UpgradingDevice, count = 1) =>
  eventually(
    async () => device.heard.length,
    (heard) => heard >= count,
  )
const inState = (device: UpgradingDevice, state: string) =>
  eventually(
    () =>
      fleet.ask<{ state: string }>(
        'select state, reported_at from upgrade_jobs where device_id = $1 order by id desc limit 1',
        [device.id],
      ),
    ([row]) => row?.state === state,
  )

/** Installs, and the soak time passes. */
async function succeed(...devices: UpgradingDevice[]): Promise<void> {
  for (const device of devices) {
    await device.install()
    await eventually(
      () =>
        fleet.ask('select from upgrade_jobs where device_id = $1 and reported_at is not null', [device.id]),
      (rows) => rows.length > 0,
    )
  }
  fleet.later(2 * minute + 1_000)
  for (const device of devices) await inState(device, 'success')
}

test('a task upgrades its devices group by group, and tells how it stands', async () => {
  const devices = [await fleet.online(), await fleet.online()]
  const versionId = await fleet.version()
  const [done, absent] = [await fleet.online(['bms', fleet.newest()]), await fleet.online(['mppt', '1.0'])]
  const id = await create(versionId, [...devices, done, absent], { upgradeCount: 1, interval: 3 })
  expect(await found(id)).toMatchObject({
    ...{
      status: 0,
      state: 'scheduled',
      remark: '夜间升级',
      partType: 'bms',
      version: fleet.newest(),
      total: 4,
    },
    ...{ equipTypeName: '便携储能电源', partTypeName: '电池管理板', skipped: 2 },
  })
  await tick()
  expect(await found(id)).toMatchObject({ status: 1, state: 'running' })
  const first = await eventually(
    async () => devices.find(({ heard }) => heard.length > 0),
    (device) => device !== undefined,
  )
  const second = devices.find((device) => device !== first)
  if (!first || !second) throw new Error('nobody was told')
  await first.progress(0, 30)
  await inState(first, 'running')
  expect(await rowOf(id, first)).toMatchObject({ result: 0, state: 'sent', progPercent: 30, version: '1.0' })
  expect(await rowOf(id, second)).toMatchObject({ result: 3, state: 'waiting' })
  expect(await rowOf(id, done)).toMatchObject({ result: 4, state: 'skipped', reason: '设备已是该版本' })
  expect(await rowOf(id, absent)).toMatchObject({ result: 4, reason: '设备没有该部件' })
  await succeed(first)
  await tick()
  expect(await rowOf(id, first)).toMatchObject({ result: 1, state: 'success', version: fleet.newest() })
  expect(second.heard).toEqual([])
  fleet.later(minute)
  await tick()
  await hearing(second)
  await second.progress(2, 0, { message: 'no room' })
  await inState(second, 'failed')
  await tick()
  await tick()
  expect(await rowOf(id, second)).toMatchObject({ result: 2, reason: '设备报告升级失败', message: 'no room' })
  expect(await found(id)).toMatchObject({ status: 2, state: 'completed', success: 1, failed: 1 })
  const { rows } = await engineer.call(upgrades.log, { equipId: first.id, ...page })
  expect(rows).toMatchObject([{ source: 'task', result: 1 }])
})

test('the failed are tried again, and a device that two want is told by one after the other', async () => {
  const device = await fleet.online()
  const [one, other] = [await fleet.version(), await fleet.version()]
  const [first, second] = [await create(one, [device]), await create(other, [device])]
  await tick()
  await hearing(device)
  const states = (await rowsOf(first)).concat(await rowsOf(second)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['sent', 'waiting'])
  await device.progress(2, 0)
  await inState(device, 'failed')
  fleet.later(5_000)
  await tick()
  await hearing(device, 2)
  await succeed(device)
  await tick()
  expect(new Set(device.heard.map(({ version: each }) => each)).size).toBe(2)
  const failed = (await found(first)).failed === 1 ? first : second
  await engineer.call(upgradeTasks.retry, { id: failed })
  fleet.later(3 * minute)
  await tick()
  await hearing(device, 3)
  expect(await rowOf(failed, device)).toMatchObject({ state: 'sent' })
})

test('a person’s upgrade and a task’s share one device in peace', async () => {
  const device = await fleet.online()
  await engineer.call(upgrades.send, { equipId: device.id, versionId: await fleet.version() })
  await hearing(device)
  const id = await create(await fleet.version(), [device])
  await tick()
  expect(await rowOf(id, device)).toMatchObject({ state: 'waiting', result: 3 })
  await succeed(device)
  await tick()
  await hearing(device, 2)
  expect(await rowOf(id, device)).toMatchObject({ state: 'sent' })
  const again = await engineer.ask(upgrades.send, { equipId: device.id, versionId: await fleet.version() })
  expect(again).toMatchObject({ code: 409, message: '该部件正在升级或等待升级' })
})

test('a task that has not begun can be changed, and one that has begun not', async () => {
  const [one, other] = [await fleet.online(), await fleet.online()]
  const versionId = await fleet.version()
  const upgradeTime = new Date(fleet.server.clock.now() + 60 * minute).toISOString()
  const { id } = await engineer.call(upgradeTasks.create, { ...wanted(versionId, [one]), upgradeTime })
  const { revision } = await found(id)
  const change = { id, ...wanted(versionId, [other], { upgradeCount: 7 }), remark: '改期' }
  expect(await engineer.ask(upgradeTasks.update, { ...change, revision })).toMatchObject({ code: 200 })
  expect(await found(id)).toMatchObject({ remark: '改期', upgradeRule: { upgradeCount: 7, interval: 3 } })
  expect((await rowsOf(id)).map(({ code }) => code)).toEqual([other.code])
  expect(await engineer.ask(upgradeTasks.update, { ...change, revision })).toMatchObject({ code: 409 })
  await tick()
  await hearing(other)
  const late = await engineer.ask(upgradeTasks.update, change)
  expect(late).toMatchObject({ code: 409, message: '任务已开始，不能修改' })
})

test('a deleted task is gone, and what had not gone out with it', async () => {
  const [here, busy] = [await fleet.online(), await fleet.online(['bms', '1.0'], ['mppt', '1.0'])]
  const other = await fleet.version({ partType: 'mppt' })
  await engineer.call(upgrades.send, { equipId: busy.id, versionId: other })
  await hearing(busy)
  const id = await create(await fleet.version(), [here, busy])
  await tick()
  await hearing(here)
  expect(await rowOf(id, busy)).toMatchObject({ state: 'sent', result: 3 })
  const answer = await engineer.ask(upgradeTasks.remove, { id })
  expect(answer).toMatchObject({ code: 200, message: '删除成功!' })
  await inState(busy, 'canceled')
  await inState(here, 'sent')
  expect(await engineer.ask(upgradeTasks.detail, { taskId: id, ...page })).toMatchObject({ code: 404 })
})

test('pause, resume and cancel are those of the roll-outs', async () => {
  const device = await fleet.online()
  const id = await create(await fleet.version(), [device])
  await engineer.call(upgradeTasks.pause, { id })
  await tick()
  expect(await found(id)).toMatchObject({ status: 0, state: 'paused' })
  await engineer.call(upgradeTasks.resume, { id })
  await tick()
  await hearing(device)
  await engineer.call(upgradeTasks.cancel, { id })
  expect(await found(id)).toMatchObject({ status: 2, state: 'canceled' })
})

test('only an approved release of the type is for many devices', async () => {
  const device = await fleet.online()
  const ask = async (traits: PlantedVersion, rule: Partial<UpgradeRule> = {}) =>
    (await engineer.ask(upgradeTasks.create, wanted(await fleet.version(traits), [device], rule))).message
  expect(await ask({ isRelease: false })).toBe('测试版本只能对单台设备升级')
  expect(await ask({ isApproved: false })).toBe('升级文件尚未审批')
  expect(await ask({}, { equipTypeId: 2 })).toBe('升级文件不适用于该设备类型')
  const nothing = await engineer.ask(upgradeTasks.create, wanted(0, [device]))
  expect(nothing).toMatchObject({ code: 422 })
  const untimed = await engineer.ask(upgradeTasks.create, { ...wanted(1, [device]), upgradeTime: '' })
  expect(untimed.message).toContain('请选择升级时间')
})

test('before it starts, a task shows what it would touch', async () => {
  const versionId = await fleet.version()
  const [device, done] = [await fleet.online(), await fleet.online(['bms', fleet.newest()])]
  const preview = await engineer.call(rollouts.preview, {
    ...{ kind: 'firmware', versionId, selection: { code: codesOf([device, done]) } },
  })
  expect(preview).toMatchObject({ total: 2, eligible: 1, skipped: [{ reason: 'upToDate', count: 1 }] })
})

test('another manufacturer sees neither the task nor its devices', async () => {
  const device = await fleet.online()
  const id = await create(await fleet.version(), [device])
  const stranger = await fleet.server.person({
    ...{ organizationId: fleet.planted.theirs.organizationId, roleIds: [3] },
  })
  expect((await stranger.call(upgradeTasks.list, page)).total).toBe(0)
  for (const route of [upgradeTasks.pause, upgradeTasks.cancel, upgradeTasks.retry, upgradeTasks.remove])
    expect(await stranger.ask(route, { id })).toMatchObject({ code: 404 })
  expect(await stranger.ask(upgradeTasks.detail, { taskId: id, ...page })).toMatchObject({ code: 404 })
  const theirs = await stranger.ask(upgradeTasks.create, wanted(await fleet.version(), [device]))
  expect(theirs).toMatchObject({ code: 422 })
})

test('three failures leave a part alone for a day, whoever ordered them, unless somebody insists', async () => {
  const device = await fleet.online()
  for (let n = 1; n <= 3; n += 1) {
    await engineer.call(upgrades.send, { equipId: device.id, versionId: await fleet.version() })
    await hearing(device, n)
    await device.progress(2, 0)
    await inState(device, 'failed')
    await settle(fleet.server.services)
  }
  const versionId = await fleet.version()
  const refused = await engineer.ask(upgrades.send, { equipId: device.id, versionId })
  expect(refused).toMatchObject({ code: 409 })
  expect(refused.message).toContain('连续升级失败 3 次')
  const id = await create(versionId, [device])
  await tick()
  expect(await rowOf(id, device)).toMatchObject({ state: 'waiting' })
  await query(fleet.server.urls.superuser, `update rollouts set state = 'canceled' where id = $1`, [id])
  await engineer.call(upgrades.send, { equipId: device.id, versionId, insist: true })
  await hearing(device, 4)
})
