import { notifications } from '@wattkeeper/contracts/api/notifications'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/server.ts'
import { Scene, inbox, plain } from './testing/scene.ts'

let scene: Scene

beforeAll(async () => {
  scene = await Scene.open()
})
afterEach(() => scene.clear())
afterAll(() => scene.close())

const overheating = { code: '03011003', value: 1, bit: 0, level: 3 }

test('a storm of departures is one message, with the place and the number', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const { id } = await scene.hook(us)
  await scene.rule(us, { channelIds: [id] })
  await scene.goOffline(scene.planted.ours, 40)
  await scene.later(30)
  expect(await inbox(us)).toEqual([])
  await scene.later(60)
  expect(await inbox(us)).toMatchObject([{ kind: 'offline', title: '浦东新区 40 台设备离线', isRead: 0 }])
  expect((await inbox(us))[0]?.lines).toHaveLength(21)
  expect(scene.receiver.received).toHaveLength(1)
  expect(JSON.parse(scene.receiver.received[0]?.body ?? '')).toMatchObject({ kind: 'offline', devices: 40 })
  await scene.later(600)
  expect(scene.receiver.received).toHaveLength(1)
})

test('a device that is back within a minute never left', async () => {
  const us = await scene.viewer(scene.planted.ours)
  await scene.rule(us)
  const ids = await scene.goOffline(scene.planted.ours, 2)
  scene.server.clock.advance(10_000)
  await scene.planted.sql('update devices set is_online = 1, last_online_at = $2 where id = $1', [
    ids[0],
    scene.now,
  ])
  await scene.later(90)
  expect(await inbox(us)).toMatchObject([{ kind: 'offline', title: expect.stringContaining('设备 DEV') }])
})

test('the devices of a dead process are one message at once', async () => {
  const us = await scene.viewer(scene.planted.ours)
  await scene.rule(us)
  await scene.goOffline(scene.planted.ours, 12, 'instanceLost')
  await scene.later(6)
  expect(await inbox(us)).toMatchObject([{ kind: 'fleetLost', title: '接入服务中断，12 台设备同时离线' }])
})

test('repeats gather for minutes, and come as one', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const { id } = await scene.hook(us)
  await scene.rule(us, { channelIds: [id], inConsole: false })
  const device = await scene.planted.device(scene.planted.ours)
  await scene.planted.alarm(device, { ...overheating, at: scene.now })
  await scene.later(6)
  expect(scene.receiver.received).toHaveLength(1)
  for (const bit of [1, 2, 3]) {
    await scene.planted.alarm(device, { ...overheating, value: 2 ** bit, bit, at: scene.now })
    await scene.later(30)
  }
  expect(scene.receiver.received).toHaveLength(1)
  await scene.later(300)
  expect(scene.receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { alarms: 1 },
    { alarms: 3, devices: 1, title: `${device.code}：3 条新告警` },
  ])
})

test('nobody is told of another manufacturer’s devices, nor of what a data permission hides', async () => {
  const [us, them, platform] = [
    await scene.viewer(scene.planted.ours),
    await scene.viewer(scene.planted.theirs),
    await scene.server.person(),
  ]
  const narrowed = await scene.server.person({ narrowing: { O: [String(scene.planted.theirs.operatorId)] } })
  for (const person of [us, them, platform, narrowed]) await scene.rule(person)
  const [mine, foreign] = [
    await scene.planted.device(scene.planted.ours),
    await scene.planted.device(scene.planted.theirs),
  ]
  for (const device of [mine, foreign]) await scene.planted.alarm(device, { ...overheating, at: scene.now })
  await scene.later(6)
  const codes = async (person: Person) => JSON.stringify(await inbox(person))
  expect(await codes(us)).toContain(mine.code)
  expect(await codes(us)).not.toContain(foreign.code)
  expect(await codes(them)).not.toContain(mine.code)
  expect(await codes(narrowed)).toContain(foreign.code)
  expect(await codes(narrowed)).not.toContain(mine.code)
  expect(await inbox(platform)).toMatchObject([{ title: '2 台设备 2 条新告警' }])
})

test('a rule asks for levels, types and manufacturers, and is silent about the rest', async () => {
  const us = await scene.server.person()
  await scene.rule(us, {
    levels: [1],
    organizationIds: [scene.planted.ours.organizationId],
    equipTypeIds: [1],
  })
  const [mine, foreign] = [
    await scene.planted.device(scene.planted.ours),
    await scene.planted.device(scene.planted.theirs),
  ]
  const other = await scene.planted.device(scene.planted.ours, { typeId: 3, modelId: 31 })
  await scene.planted.alarm(mine, { ...overheating, level: 2, at: scene.now })
  await scene.planted.alarm(foreign, { ...overheating, level: 1, at: scene.now })
  await scene.planted.alarm(other, { ...overheating, level: 1, at: scene.now })
  await scene.later(6)
  expect(await inbox(us)).toEqual([])
  await scene.planted.alarm(mine, { ...overheating, value: 2, bit: 1, level: 1, at: scene.now })
  await scene.later(6)
  expect(await inbox(us)).toMatchObject([{ kind: 'alarm', level: 1, equipId: mine.id }])
})

test('an alarm whose row is written anew is told once', async () => {
  const us = await scene.viewer(scene.planted.ours)
  await scene.rule(us)
  const device = await scene.planted.device(scene.planted.ours)
  await scene.planted.alarm(device, { ...overheating, at: scene.now })
  await scene.planted.sql(`with moved as (delete from alarms returning *)
    insert into alarms select * from moved`)
  await scene.later(60)
  await scene.later(600)
  expect(await inbox(us)).toHaveLength(1)
})

test('in quiet hours only level 1 leaves the console; the rest comes as one afterwards', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const { id } = await scene.hook(us)
  await scene.rule(us, { channelIds: [id] })
  const minute = (Math.floor(scene.server.clock.now() / 60_000) + 8 * 60) % 1440
  const quiet = { quietFrom: (minute + 1435) % 1440, quietUntil: (minute + 30) % 1440 }
  await us.call(notifications.saveSettings, { language: 'en', ...quiet, worstAnyway: true })
  const device = await scene.planted.device(scene.planted.ours)
  await scene.planted.alarm(device, { ...overheating, at: scene.now })
  await scene.planted.alarm(device, { ...overheating, value: 2, bit: 1, at: scene.now })
  await scene.later(6)
  expect(await inbox(us)).toHaveLength(1)
  expect(scene.receiver.received).toHaveLength(0)
  await scene.planted.alarm(device, { ...overheating, value: 4, bit: 2, level: 1, at: scene.now })
  await scene.later(6)
  expect(JSON.parse(scene.receiver.received[0]?.body ?? '')).toMatchObject({
    alarms: 1,
    level: 1,
    language: 'en',
  })
  await scene.later(31 * 60)
  expect(JSON.parse(scene.receiver.received[1]?.body ?? '')).toMatchObject({ alarms: 2, level: 3 })
  expect(scene.receiver.received).toHaveLength(2)
})

test('rules, channels and messages are their user’s alone', async () => {
  const [us, colleague] = [await scene.viewer(scene.planted.ours), await scene.viewer(scene.planted.ours)]
  const { id: channelId } = await scene.hook(us)
  const { id } = await scene.rule(us, { channelIds: [channelId] })
  const refusals = await Promise.all([
    colleague.ask(notifications.updateRule, { ...plain, id }),
    colleague.ask(notifications.removeRule, { id }),
    colleague.ask(notifications.createRule, { ...plain, channelIds: [channelId] }),
    colleague.ask(notifications.removeChannel, { id: channelId }),
    colleague.ask(notifications.renewSecret, { id: channelId }),
    colleague.ask(notifications.test, { id: channelId }),
    colleague.ask(notifications.updateChannel, { id: channelId, name: 'x', target: scene.receiver.url }),
  ])
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 404))
  expect(await colleague.call(notifications.rules)).toEqual([])
  await scene.goOffline(scene.planted.ours, 1)
  await scene.later(70)
  expect(await inbox(colleague)).toEqual([])
  await colleague.call(notifications.read, {})
  expect(await us.call(notifications.unread)).toEqual({ count: 1 })
  await us.call(notifications.read, {})
  expect(await us.call(notifications.unread)).toEqual({ count: 0 })
})
