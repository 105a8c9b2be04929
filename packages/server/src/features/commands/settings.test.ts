import { type CommandRow, commands } from '@wattkeeper/contracts/api/commands'
import { live } from '@wattkeeper/contracts/api/dashboard'
import { devices } from '@wattkeeper/contracts/api/devices'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import type { ObedientDevice } from '../../testing/obedient-device.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'
import { endLapsedReports } from './jobs.ts'

let fleet: OperatedFleet
let engineer: Person

beforeAll(async () => {
  fleet = await startOperatedFleet()
  engineer = fleet.engineer
})
afterEach(() => fleet.backToNow())
afterAll(() => fleet.stop())

async function row({ id }: ObedientDevice, commandId: number): Promise<CommandRow> {
  const { rows } = await engineer.call(commands.log, { equipId: id, pageNum: 1, pageSize: 50 })
  const found = rows.find((each) => each.id === commandId)
  if (!found) throw new Error(`no command ${commandId} in the log`)
  return found
}
const until = (device: ObedientDevice, commandId: number, isThere: (row: CommandRow) => boolean) =>
  eventually(() => row(device, commandId), isThere)
const done = ({ state }: CommandRow) => state === 'done'

async function cabinet(): Promise<ObedientDevice> {
  const device = await fleet.device({ typeId: 3 })
  await device.connect()
  return device
}
const set = ({ id }: ObedientDevice, entitys: { id: string; value: string | number }[]) =>
  engineer.ask(commands.setParams, { equipId: id, entitys })
const setSoc = ({ id }: ObedientDevice, value: number) =>
  engineer.call(commands.setParams, { equipId: id, entitys: [{ id: '02121005', value }] })
const report = (device: ObedientDevice, params: Record<string, string | number>) =>
  device.say('info', { ts: Date.now(), params })

test('a parameter is set once the device has said yes and reports the new value', async () => {
  const device = await cabinet()
  const { commandId } = await setSoc(device, 90)
  expect(await until(device, commandId, ({ state }) => state === 'proving')).toMatchObject({ result: null })
  await report(device, { '02121005': 95 })
  expect(await row(device, commandId)).toMatchObject({ state: 'proving' })
  await report(device, { '02121005': '90' })
  expect(await row(device, commandId)).toMatchObject({ state: 'done', result: 1, reason: null })
  expect(device.acted).toMatchObject([{ kind: 'param', paramList: [{ id: '02121005', value: 90 }] }])
})

test('a reading that comes before the answer proves it too', async () => {
  const device = await cabinet()
  device.before = () => report(device, { '02121005': 80 })
  const { commandId } = await setSoc(device, 80)
  expect(await until(device, commandId, done)).toMatchObject({ result: 1 })
})

test('a device that says yes and reports another value, or nothing, has not set it', async () => {
  const [lying, silent] = [await cabinet(), await cabinet()]
  lying.before = () => report(lying, { '02121005': 95 })
  const [lie, silence] = [await setSoc(lying, 85), await setSoc(silent, 85)]
  await until(lying, lie.commandId, ({ state }) => state === 'proving')
  await until(silent, silence.commandId, ({ state }) => state === 'proving')
  fleet.later(10_500)
  expect(await until(lying, lie.commandId, done)).toMatchObject({
    ...{ result: 0, reason: 'differs', message: '02121005: 95' },
  })
  expect(await until(silent, silence.commandId, done)).toMatchObject({ result: 0, reason: 'notReadBack' })
})

test('parameters are checked against the dictionary, every wrong one with its rule', async () => {
  const device = await fleet.device({ typeId: 3 })
  const wrong = [
    { id: '02121001', value: 2 },
    { id: '02121005', value: 101 },
    { id: '02121006', value: '60.5' },
    { id: '02121010', value: '012345' },
    { id: '02121010', value: '0123456' },
    { id: '02121011', value: 'iot.example.com:65536' },
    { id: '02121099', value: 1 },
  ]
  const answer = await set(device, wrong)
  expect(answer).toMatchObject({ code: 422, message: '门锁1反馈点：可选值为 0, 1' })
  expect(answer.data).toMatchObject({
    errors: [
      { path: 'entitys.0.value', message: '门锁1反馈点：可选值为 0, 1' },
      { path: 'entitys.1.value', message: '满电SOC：应为 50 到 100 的整数' },
      { path: 'entitys.2.value', message: '过温点：应为 40 到 85 的整数' },
      { path: 'entitys.3.value', message: '指示灯颜色：应为 7 位 0 到 8 的数字' },
      { path: 'entitys.4.value', message: '参数 02121010 重复' },
      { path: 'entitys.5.value', message: '平台接入IP和端口：格式应为 主机:端口' },
      { path: 'entitys.6.value', message: '不支持的参数 02121099' },
    ],
  })
  const right = [
    { id: '02121010', value: '8765432' },
    { id: '02121011', value: 'iot.example.com:1883' },
  ]
  const { commandId } = (await set(device, right)).data as { commandId: number }
  expect(JSON.parse((await row(device, commandId)).commandMsg)).toEqual({ kind: 'param', paramList: right })
})

test('the parameters of a device show what it reports and what is on its way', async () => {
  const device = await cabinet()
  await report(device, { '02121005': 95, '02121010': '6232514' })
  await device.cut()
  const { commandId } = await setSoc(device, 70)
  const shown = await engineer.call(commands.params, { equipId: device.id })
  expect(shown).toHaveLength(11)
  expect(shown.find(({ id }) => id === '02121005')).toMatchObject({
    ...{ name: '满电SOC', kind: 'integer', unit: '%', min: 50, max: 100, value: '95' },
    pending: { commandId, value: '70' },
  })
  expect(shown.find(({ id }) => id === '02121010')).toMatchObject({ value: '6232514', pending: null })
  expect(
    (
      await engineer.ask(commands.setParams, {
        equipId: (await fleet.device()).id,
        entitys: [{ id: '02121005', value: 90 }],
      })
    ).code,
  ).toBe(422)
})

test('controls are those of the type, with values that they take', async () => {
  const device = await cabinet()
  const control = (id: string, value: number, devType = 3) =>
    engineer.ask(commands.control, { devType, devId: device.id, paramList: [{ id, value }] })
  expect(await control('33001_2', 1)).toMatchObject({ code: 200 })
  expect(await control('33001_2', 1, 1)).toMatchObject({ code: 422, message: '设备类型不一致' })
  expect(await control('13001', 1)).toMatchObject({ code: 422, message: '该设备不支持控制项 13001' })
  expect(await control('33003_2', 10)).toMatchObject({ code: 422, message: '控制项 33003_2 的取值无效' })
  const unknown = await engineer.ask(commands.setting, { equipId: device.id, type: 'bms', value: 1 })
  expect(unknown).toMatchObject({ code: 422 })
})

test('fast reports end by themselves two minutes after anybody asked for the status', async () => {
  const device = await fleet.device()
  await device.connect()
  const status = () => engineer.call(commands.onlineStatus, { equipId: device.id })
  const { commandId } = await engineer.call(commands.setting, { equipId: device.id, type: 'bms', value: 1 })
  await until(device, commandId, done)
  expect(await status()).toMatchObject({ isOnline: 1, uploads: [{ board: 'bms', commandId, result: 1 }] })
  fleet.later(110_000)
  await status()
  fleet.later(110_000)
  await endLapsedReports(fleet.server.services)
  expect((await status()).uploads).toHaveLength(1)
  fleet.later(121_000)
  await endLapsedReports(fleet.server.services)
  expect((await status()).uploads).toEqual([])
  await eventually(
    async () => device.acted.length,
    (count) => count === 2,
  )
  expect(device.acted[1]).toMatchObject({ kind: 'set', board: 'bms', value: 0 })
  const { rows } = await engineer.call(commands.log, { equipId: device.id, pageNum: 1, pageSize: 10 })
  expect(rows[0]).toMatchObject({ origin: 'auto', createBy: null })
})

test('a command that is asked for again with its key is given once', async () => {
  const device = await fleet.device()
  const ask = (key: string) =>
    fleet.server.app.inject({
      method: 'POST',
      url: commands.uploadSwitch.path,
      headers: { authorization: engineer.token, 'idempotency-key': key },
      payload: { equipId: device.id, value: 1 },
    })
  const [first, again] = [(await ask('one')).json<object>(), (await ask('one')).json<object>()]
  expect(again).toEqual(first)
  expect((await engineer.call(commands.log, { equipId: device.id, pageNum: 1, pageSize: 10 })).total).toBe(1)
})

test('who may only look sends nothing; another’s device does not exist', async () => {
  const { ours, theirs } = fleet.planted
  const device = await fleet.device()
  const viewer = await fleet.server.person({ organizationId: ours.organizationId, roleIds: [4] })
  const sending = { equipId: device.id, value: 1 } as const
  expect(await viewer.ask(commands.uploadSwitch, sending)).toMatchObject({ code: 403 })
  expect(await viewer.ask(commands.log, { equipId: device.id })).toMatchObject({ code: 200 })
  const stranger = await fleet.server.person({ organizationId: theirs.organizationId, roleIds: [3] })
  for (const answer of [
    await stranger.ask(commands.uploadSwitch, sending),
    await stranger.ask(commands.log, { equipId: device.id }),
    await stranger.ask(commands.onlineStatus, { equipId: device.id }),
  ])
    expect(answer).toMatchObject({ code: 404 })
})

test('after a transfer the former owner’s commands do not reach the device, and stay with the former owner', async () => {
  const { ours, theirs } = fleet.planted
  const device = await fleet.device()
  const { commandId } = await engineer.call(commands.uploadSwitch, { equipId: device.id, value: 1 })
  const staff = await fleet.server.person()
  await staff.call(devices.update, {
    ...{ id: device.id, code: device.code, equipTypeId: 1, equipModelId: 11, operatorId: theirs.operatorId },
  })
  expect(await row(device, commandId)).toMatchObject({ state: 'done', result: -1, reason: 'deviceMoved' })
  const newOwner = await fleet.server.person({ organizationId: theirs.organizationId, roleIds: [3] })
  expect((await newOwner.call(commands.log, { equipId: device.id, pageNum: 1, pageSize: 10 })).rows).toEqual(
    [],
  )
  expect(ours.organizationId).not.toBe(theirs.organizationId)
})

test('the live stream tells of a command to those who see its device, and to nobody else', async () => {
  const told = await watch(engineer.token)
  const stranger = await fleet.server.person({
    organizationId: fleet.planted.theirs.organizationId,
    roleIds: [3],
  })
  const foreign = await watch(stranger.token)
  const [device, theirs] = [await fleet.device(), await fleet.device({ of: fleet.planted.theirs })]
  const { commandId } = await engineer.call(commands.uploadSwitch, { equipId: device.id, value: 1 })
  expect(await told()).toEqual({ type: 'commands', equipIds: [device.id], commandIds: [commandId] })
  const other = await stranger.call(commands.uploadSwitch, { equipId: theirs.id, value: 1 })
  expect(await foreign()).toMatchObject({ commandIds: [other.commandId] })
})

/** Opens a live stream; answers how to wait for its next event about commands. */
async function watch(token: string): Promise<() => Promise<unknown>> {
  const answer = await fleet.server.app.inject({
    url: live.events.path,
    headers: { authorization: token },
    payloadAsStream: true,
  })
  const parts = answer.stream()[Symbol.asyncIterator]()
  let text = ''
  return async () => {
    for (;;) {
      const found = /^data: (\{"type":"commands".*\})\n\n/m.exec(text)
      if (found) {
        text = text.slice(found.index + found[0].length)
        return JSON.parse(found[1] ?? '') as unknown
      }
      const { value, done: isOver } = (await parts.next()) as IteratorResult<Buffer>
      if (isOver) throw new Error('the stream ended')
      text += String(value)
    }
  }
}
