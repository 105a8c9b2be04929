import { type NewBatchSetting, batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import type { ObedientDevice } from '../../testing/obedient-device.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'
import { turn } from '../rollouts/engine.ts'
import { paramsKind } from './params-kind.ts'
import { settle } from './ticks.ts'

// Batches as devices meet them, by MQTT, through the lanes of the process that holds their sessions.

let fleet: OperatedFleet
let engineer: Person
beforeAll(async () => {
  fleet = await startOperatedFleet()
  engineer = fleet.engineer
})
afterEach(() => fleet.backToNow())
afterAll(() => fleet.stop())

const minute = 60_000

/** A cabinet that is online, and reports what it was told, or what it says it was. */
async function cabinet(reports: (value: string | number) => string | number = (value) => value) {
  const device = await fleet.device({ typeId: 3 })
  device.before = async (command) => {
    if (command.kind !== 'param') return
    const told = command.paramList.map(({ id, value }) => [id, reports(value)])
    await device.say('info', { ts: Date.now(), params: Object.fromEntries(told) })
  }
  await connect(device)
  return device
}

async function connect(device: ObedientDevice): Promise<void> {
  await device.connect()
  await eventually(
    () =>
      fleet.ask<{ isOnline: number }>('select is_online as "isOnline" from devices where id = $1', [
        device.id,
      ]),
    ([row]) => row?.isOnline === 1,
  )
}

async function tick(): Promise<void> {
  await settle(fleet.server.services)
  await turn(fleet.server.services, [paramsKind])
}

async function create(devices: readonly ObedientDevice[], change: Partial<NewBatchSetting> = {}) {
  const { id } = await engineer.call(batchSettings.create, {
    paramSetRule: { upgradeCount: 10, interval: 3 },
    entitys: [{ id: '02121005', value: 90 }],
    queryParam: { code: devices.map(({ code }) => code).join(',') },
    ...change,
  })
  return id
}

type Rows = Awaited<ReturnType<typeof rowsOf>>
const rowsOf = async (id: number) =>
  new Map(
    (await engineer.call(batchSettings.log, { id, pageNum: 1, pageSize: 50 })).rows.map((row) => [
      row.code,
      row,
    ]),
  )

/** The seconds of om, until the batch is as it should be. */
const until = (id: number, isThere: (rows: Rows) => boolean) =>
  eventually(async () => {
    await tick()
    return rowsOf(id)
  }, isThere)

test('a batch reaches its devices, and only what is read back is a success', async () => {
  const [honest, lying, refusing] = [await cabinet(), await cabinet(() => 55), await cabinet()]
  refusing.manner = 'refuse'
  const id = await create([honest, lying, refusing])
  await until(
    id,
    (rows) => rows.get(honest.code)?.state === 'success' && rows.get(refusing.code)?.state === 'failed',
  )
  fleet.later(11_000)
  const rows = await until(id, (all) => all.get(lying.code)?.state === 'failed')
  expect(rows.get(honest.code)).toMatchObject({ result: 1, message: null })
  expect(rows.get(lying.code)).toMatchObject({
    result: 0,
    message: '设备回报的参数与下发不一致：02121005: 55',
  })
  expect(rows.get(refusing.code)).toMatchObject({ result: 0, message: '设备拒绝执行：not today' })
  expect(rows.get(honest.code)?.sendTime).not.toBeNull()
  expect(rows.get(honest.code)?.backTime).not.toBeNull()
  expect(honest.acted).toHaveLength(1)
  await until(id, () => true)
  expect((await engineer.call(batchSettings.list, { pageNum: 1, pageSize: 1 })).rows[0]).toMatchObject({
    ...{ id, total: 3, success: 1, failed: 2, state: 'completed' },
  })
})

test('a device that comes back takes its turn', async () => {
  const [here, away] = [await cabinet(), await cabinet()]
  await away.cut()
  await eventually(
    () =>
      fleet.ask<{ isOnline: number }>('select is_online as "isOnline" from devices where id = $1', [away.id]),
    ([row]) => row?.isOnline === 0,
  )
  const id = await create([here, away])
  await until(id, (rows) => rows.get(here.code)?.state === 'success')
  expect((await rowsOf(id)).get(away.code)).toMatchObject({ state: 'waiting', message: '设备离线' })
  await connect(away)
  fleet.later(3 * minute)
  await until(id, (rows) => rows.get(away.code)?.state === 'success')
})

test('a new address of the platform: the second device hears of it when the first has signed in again', async () => {
  const cabinets = [await cabinet(), await cabinet()]
  const id = await create(cabinets, { entitys: [{ id: '02121011', value: 'iot.example.com:1883' }] })
  const rows = await until(id, (all) => [...all.values()].some(({ state }) => state === 'success'))
  const first = cabinets.find(({ code }) => rows.get(code)?.state === 'success')
  fleet.later(4 * minute)
  await tick()
  expect(cabinets.map(({ acted }) => acted.length).sort()).toEqual([0, 1])
  expect(await engineer.call(rollouts.detail, { id })).toMatchObject({
    beginsWithOne: true,
    counts: { waiting: 1 },
  })
  await first?.cut()
  await first?.connect()
  await until(id, (all) => [...all.values()].every(({ state }) => state === 'success'))
  expect(cabinets.map(({ acted }) => acted.length)).toEqual([1, 1])
})

test('a batch that is asked for twice with one key is one batch', async () => {
  const device = await cabinet()
  const payload = {
    paramSetRule: { upgradeCount: 1, interval: 3 },
    entitys: [{ id: '02121005', value: 80 }],
    queryParam: { code: device.code },
  }
  const headers = { authorization: engineer.token, 'idempotency-key': 'once' }
  const ask = () =>
    fleet.server.app.inject({ method: 'POST', url: batchSettings.create.path, headers, payload })
  const answers = (await Promise.all([ask(), ask(), ask()])).map((answer) =>
    answer.json<{ data: { id: number } }>(),
  )
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect(await fleet.ask('select from rollout_targets where device_id = $1', [device.id])).toHaveLength(1)
})

test('two batches that want one device come one after the other', async () => {
  const device = await cabinet()
  const first = await create([device], { entitys: [{ id: '02121005', value: 77 }] })
  const second = await create([device], { entitys: [{ id: '02121005', value: 78 }] })
  await until(first, (rows) => rows.get(device.code)?.state === 'success')
  fleet.later(3 * minute)
  await until(second, (rows) => rows.get(device.code)?.state === 'success')
  expect(device.acted.map((command) => command.kind === 'param' && command.paramList[0]?.value)).toEqual([
    77, 78,
  ])
})
