import { type CommandRow, commands } from '@wattkeeper/contracts/api/commands'
import { devices } from '@wattkeeper/contracts/api/devices'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import type { ObedientDevice } from '../../testing/obedient-device.ts'
import { type OperatedFleet, startOperatedFleet } from '../../testing/operated-fleet.ts'
import type { Person } from '../../testing/server.ts'

let fleet: OperatedFleet
let engineer: Person

beforeAll(async () => {
  fleet = await startOperatedFleet()
  engineer = fleet.engineer
})
afterEach(() => fleet.backToNow())
afterAll(() => fleet.stop())

const page = { pageNum: 1, pageSize: 50 }
const answerMs = 10_000

async function logOf({ id }: ObedientDevice): Promise<CommandRow[]> {
  return (await engineer.call(commands.log, { equipId: id, ...page })).rows
}

async function row(device: ObedientDevice, commandId: number): Promise<CommandRow> {
  const found = (await logOf(device)).find(({ id }) => id === commandId)
  if (!found) throw new Error(`no command ${commandId} in the log`)
  return found
}

const until = (device: ObedientDevice, commandId: number, isThere: (row: CommandRow) => boolean) =>
  eventually(() => row(device, commandId), isThere)
const done = ({ state }: CommandRow) => state === 'done'
const attempts =
  (count: number) =>
  ({ attempts: all }: CommandRow) =>
    all.length === count

const light = (device: ObedientDevice, value: 0 | 1) =>
  engineer.call(commands.control, {
    devType: 1,
    devId: device.id,
    paramList: [{ id: '13001', value }],
  })
const upload = ({ id }: ObedientDevice, value: 0 | 1) =>
  engineer.call(commands.uploadSwitch, { equipId: id, value })
const setSoc = ({ id }: ObedientDevice, value: number) =>
  engineer.call(commands.setParams, { equipId: id, entitys: [{ id: '02121005', value }] })

async function online(traits?: Parameters<OperatedFleet['device']>[0]): Promise<ObedientDevice> {
  const device = await fleet.device(traits)
  await device.connect()
  return device
}

/** The clock jumps past the deadline of what is in flight. */
const passDeadline = () => fleet.later(answerMs + 500)

test('a control reaches the device exactly as given, and is confirmed when the device says so', async () => {
  const device = await online()
  const paramList = [
    { id: '13001', value: 1 },
    { id: '13004', value: 0 },
  ]
  const { commandId } = await engineer.call(commands.control, { devType: 1, devId: device.id, paramList })
  const ended = await until(device, commandId, done)
  expect(device.acted).toMatchObject([{ kind: 'set', paramList }])
  expect(ended).toMatchObject({
    ...{
      result: 1,
      reason: null,
      operationSource: 'manual',
      retryCount: 0,
      createBy: engineer.loginName.replace('person', '人员'),
    },
    attempts: [{ number: 1, source: 'manual', result: 1 }],
  })
  expect(ended.commandCode).toBe(device.acted[0]?.id)
  for (const at of [ended.sendTime, ended.deliveredTime, ended.backTime, ended.finishTime])
    expect(at).not.toBeNull()
  expect(JSON.parse(ended.commandMsg)).toEqual({ kind: 'set', paramList })
})

test('delivered is said only when the device has acknowledged, confirmed only when it has answered', async () => {
  const device = await online()
  device.manner = 'ignore'
  const { commandId } = await light(device, 1)
  expect(await until(device, commandId, ({ state }) => state === 'delivered')).toMatchObject({
    ...{ result: null, backTime: null },
  })
})

test('a control for an offline device is refused, everything else waits for it', async () => {
  const device = await fleet.device()
  const refused = await engineer.ask(commands.control, {
    ...{ devType: 1, devId: device.id, paramList: [{ id: '13001', value: 1 }] },
  })
  expect(refused).toMatchObject({ code: 409, message: '设备离线，无法查看或控制' })
  const { commandId } = await upload(device, 1)
  expect(await row(device, commandId)).toMatchObject({ state: 'waiting', result: 9, sendTime: null })
  await device.connect()
  expect(await until(device, commandId, done)).toMatchObject({ result: 1, operationSource: 'reconnect' })
  expect(device.acted).toMatchObject([{ kind: 'upload', value: 1 }])
})

test('what waited goes out in order, one after the other, each as a queue', async () => {
  const device = await fleet.device()
  const setting = (type: string) => engineer.call(commands.setting, { equipId: device.id, type, value: 1 })
  const given = [await setting('bms'), await setting('pcs'), await setting('sc')]
  await device.connect()
  for (const { commandId } of given)
    expect(await until(device, commandId, done)).toMatchObject({ result: 1, operationSource: 'queue' })
  expect(device.acted.map((command) => 'board' in command && command.board)).toEqual(['bms', 'pcs', 'sc'])
})

test('a newer value for the same takes the place of one that waits, and of no other', async () => {
  const device = await fleet.device()
  const [first, other] = [
    await upload(device, 1),
    await engineer.call(commands.setting, { equipId: device.id, type: 'bms', value: 1 }),
  ]
  const second = await upload(device, 0)
  expect(await row(device, first.commandId)).toMatchObject({
    state: 'done',
    result: -1,
    reason: 'superseded',
  })
  await device.connect()
  await until(device, second.commandId, done)
  expect(await row(device, other.commandId)).toMatchObject({ result: 1 })
  expect(device.acted.map(({ kind }) => kind)).toEqual(['set', 'upload'])
})

test('a switch that nobody could take for two minutes has expired, a parameter waits a day', async () => {
  const [device, cabinet] = [await fleet.device(), await fleet.device({ typeId: 3 })]
  const [switched, set] = [await upload(device, 1), await setSoc(cabinet, 90)]
  fleet.later(121_000)
  expect(await until(device, switched.commandId, done)).toMatchObject({ result: -1, reason: 'expired' })
  expect(await row(cabinet, set.commandId)).toMatchObject({ state: 'waiting', result: 9 })
  fleet.later(24 * 3_600_000)
  await eventually(
    () => fleet.ask('select result, reason from commands where id = $1', [set.commandId]),
    (rows) => JSON.stringify(rows) === '[{"result":-1,"reason":"expired"}]',
  )
  fleet.later(-24 * 3_600_000)
  await device.connect()
  await device.say('info', { ts: Date.now(), parts: [] })
  expect(device.heard).toEqual([])
})

test('an unanswered command goes out again three times with the same id, and has then failed', async () => {
  const device = await online()
  device.manner = 'ignore'
  const { commandId } = await setUntilAnswered(device)
  for (const sendings of [1, 2, 3, 4]) {
    await until(device, commandId, attempts(sendings))
    passDeadline()
  }
  expect(await until(device, commandId, done)).toMatchObject({
    ...{ result: 0, reason: 'noAnswer', retryCount: 3, operationSource: 'manual' },
    attempts: ['manual', 'retry', 'retry', 'retry'].map((source) => ({ source, result: null })),
  })
  expect(new Set(device.heard.map(({ id }) => id)).size).toBe(1)
  expect(device.heard).toHaveLength(4)
})

/** Valid for a day, so that moving the clock does not let it expire. */
async function setUntilAnswered(device: ObedientDevice) {
  return engineer.call(commands.setting, { equipId: device.id, type: 'bms', value: 1 })
}

test('a device that acted and was not heard acts once, and the answer to the repetition counts', async () => {
  const device = await online()
  device.manner = 'actInSilence'
  const { commandId } = await light(device, 1)
  await until(device, commandId, attempts(1))
  await eventually(
    async () => device.acted.length,
    (count) => count === 1,
  )
  device.manner = 'obey'
  passDeadline()
  const ended = await until(device, commandId, done)
  expect(ended).toMatchObject({
    result: 1,
    retryCount: 1,
    attempts: [{ result: null }, { result: 1, source: 'retry' }],
  })
  expect(device.acted).toHaveLength(1)
})

test('a late answer corrects what was given up', async () => {
  const device = await online()
  device.manner = 'ignore'
  const { commandId } = await light(device, 1)
  await until(device, commandId, attempts(1))
  fleet.later(125_000)
  expect(await until(device, commandId, done)).toMatchObject({ result: 0, reason: 'noAnswer' })
  const id = device.heard[0]?.id ?? ''
  await device.answer({ id, result: 1 })
  expect(await row(device, commandId)).toMatchObject({ state: 'done', result: 1, reason: 'lateAnswer' })
})

test('an answer to a command that was never given changes nothing; the first of two counts', async () => {
  const [device, other] = [await online(), await online()]
  device.manner = 'answerAnother'
  const { commandId } = await light(device, 1)
  await until(device, commandId, attempts(1))
  const id = device.heard[0]?.id ?? ''
  await other.answer({ id, result: 0, message: 'not mine' })
  expect(await row(device, commandId)).toMatchObject({ result: null, backTime: null })
  device.manner = 'answerTwice'
  passDeadline()
  expect(await until(device, commandId, done)).toMatchObject({ result: 1, message: null })
  await device.answer({ id, result: 0 })
  expect(await row(device, commandId)).toMatchObject({ result: 1, reason: null })
})

test('a device that refuses is a failure with its words', async () => {
  const device = await online()
  device.manner = 'refuse'
  const { commandId } = await light(device, 1)
  expect(await until(device, commandId, done)).toMatchObject({
    ...{
      result: 0,
      reason: 'refused',
      message: 'not today',
      attempts: [{ result: 0, message: 'not today' }],
    },
  })
})

test('a device that vanishes with a command is given it again when it is back', async () => {
  const device = await online()
  device.manner = 'vanish'
  const { commandId } = await light(device, 1)
  await until(device, commandId, ({ state, result }) => state === 'waiting' && result === 9)
  device.manner = 'obey'
  await device.connect()
  expect(await until(device, commandId, done)).toMatchObject({
    ...{ result: 1, attempts: [{ source: 'manual' }, { source: 'reconnect', result: 1 }] },
  })
  expect(device.acted).toHaveLength(1)
})

test('a silent device holds up no other, and one command at a time is in flight', async () => {
  const [silent, other] = [await online(), await online()]
  silent.manner = 'ignore'
  const [first, second] = [await light(silent, 1), await upload(silent, 1)]
  await until(silent, first.commandId, attempts(1))
  expect(await until(other, (await light(other, 1)).commandId, done)).toMatchObject({ result: 1 })
  expect(await row(silent, second.commandId)).toMatchObject({ state: 'waiting', result: null })
  silent.manner = 'obey'
  passDeadline()
  await until(silent, second.commandId, done)
  expect(silent.acted.map(({ kind }) => kind)).toEqual(['set', 'upload'])
})

test('a deleted device ends what was still to be done, and its log stays', async () => {
  const device = await fleet.device()
  const { commandId } = await upload(device, 1)
  await engineer.call(devices.remove, { id: device.id })
  expect(await row(device, commandId)).toMatchObject({ result: -1, reason: 'deviceDeleted' })
})
