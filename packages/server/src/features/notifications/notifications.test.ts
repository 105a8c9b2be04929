import { type NewRule, notifications } from '@wattkeeper/contracts/api/notifications'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listOf } from '../../platform/http/guard.ts'
import { openMail } from '../../platform/mail/mail.ts'
import { type Manufacturer, type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { deliver } from './deliver.ts'
import { gather } from './gather.ts'
import { type Mailbox, type Receiver, openMailbox, openReceiver } from './testing/receivers.ts'
import { sign } from './webhook.ts'

let server: TestServer
let planted: Manufacturers
let mailbox: Mailbox
let receiver: Receiver

beforeAll(async () => {
  mailbox = await openMailbox()
  const mail = openMail({ url: mailbox.url, from: 'Wattkeeper <ops@example.com>' })
  server = await startTestServer({ outward: { mail, webhooks: listOf(['127.0.0.0/8']) } })
  planted = await plantManufacturers(server)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  server.clock.advance(Date.now() - server.clock.now())
  await receiver.close()
  mailbox.letters.length = 0
  mailbox.refuse(undefined)
  for (const table of ['notification_rules', 'notification_occurrences', 'alarms', 'notifications'])
    await planted.sql(`delete from ${table}`)
})
afterAll(async () => {
  await server.stop()
  await mailbox.close()
})

const page = { pageNum: 1, pageSize: 100 }
const plain: NewRule = {
  ...{ name: '全部', isEnabled: true, kinds: ['alarm', 'offline', 'fleetLost'], inConsole: true },
  ...{ levels: [], organizationIds: [], equipTypeIds: [], regionCodes: [], channelIds: [] },
}
const overheating = { code: '03011003', value: 1, bit: 0, level: 3 }
const now = () => new Date(server.clock.now()).toISOString()
const rule = (person: Person, traits: Partial<NewRule> = {}) =>
  person.call(notifications.createRule, { ...plain, ...traits })
const inbox = async (person: Person) => (await person.call(notifications.inbox, page)).rows
const log = async (person: Person) => (await person.call(notifications.log, page)).rows
const viewer = ({ organizationId }: Manufacturer) => server.person({ organizationId, roleIds: [4] })

async function hook(person: Person) {
  const made = await person.call(notifications.createChannel, {
    ...{ kind: 'webhook', name: '值班群' },
    target: receiver.url,
  })
  return { id: made.id, secret: made.secret ?? '' }
}

/** What om does every second, once as many seconds have passed. */
async function later(seconds: number): Promise<void> {
  server.clock.advance(seconds * 1000)
  await planted.sql(`update sessions set expires_at = now() + interval '1 year'`)
  await gather(server.services)
  await deliver(server.services)
}

async function goOffline(of: Manufacturer, count: number, reason = 'disconnected'): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) ids.push((await planted.device(of, { isOnline: 0 })).id)
  await planted.sql(`update devices set region_code = '310115' where id = any($1::bigint[])`, [ids])
  await planted.sql(
    `insert into online_history (device_id, at, is_online, reason) select id, $2, 0, $3 from unnest($1::bigint[]) as id`,
    [ids, now(), reason],
  )
  return ids
}

test('a storm of departures is one message, with the place and the number', async () => {
  const us = await viewer(planted.ours)
  const { id } = await hook(us)
  await rule(us, { channelIds: [id] })
  await goOffline(planted.ours, 40)
  await later(30)
  expect(await inbox(us)).toEqual([])
  await later(60)
  expect(await inbox(us)).toMatchObject([{ kind: 'offline', title: '浦东新区 40 台设备离线', isRead: 0 }])
  expect((await inbox(us))[0]?.lines).toHaveLength(21)
  expect(receiver.received).toHaveLength(1)
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ kind: 'offline', devices: 40 })
  await later(600)
  expect(receiver.received).toHaveLength(1)
})

test('a device that is back within a minute never left', async () => {
  const us = await viewer(planted.ours)
  await rule(us)
  const ids = await goOffline(planted.ours, 2)
  server.clock.advance(10_000)
  await planted.sql('update devices set is_online = 1, last_online_at = $2 where id = $1', [ids[0], now()])
  await later(90)
  expect(await inbox(us)).toMatchObject([{ kind: 'offline', title: expect.stringContaining('设备 DEV') }])
})

test('the devices of a dead process are one message at once', async () => {
  const us = await viewer(planted.ours)
  await rule(us)
  await goOffline(planted.ours, 12, 'instanceLost')
  await later(6)
  expect(await inbox(us)).toMatchObject([{ kind: 'fleetLost', title: '接入服务中断，12 台设备同时离线' }])
})

test('repeats gather for minutes, and come as one', async () => {
  const us = await viewer(planted.ours)
  const { id } = await hook(us)
  await rule(us, { channelIds: [id], inConsole: false })
  const device = await planted.device(planted.ours)
  await planted.alarm(device, { ...overheating, at: now() })
  await later(6)
  expect(receiver.received).toHaveLength(1)
  for (const bit of [1, 2, 3]) {
    await planted.alarm(device, { ...overheating, value: 2 ** bit, bit, at: now() })
    await later(30)
  }
  expect(receiver.received).toHaveLength(1)
  await later(300)
  expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { alarms: 1 },
    { alarms: 3, devices: 1, title: `${device.code}：3 条新告警` },
  ])
})

test('nobody is told of another manufacturer’s devices, nor of what a data permission hides', async () => {
  const [us, them, platform] = [
    await viewer(planted.ours),
    await viewer(planted.theirs),
    await server.person(),
  ]
  const narrowed = await server.person({ narrowing: { O: [String(planted.theirs.operatorId)] } })
  for (const person of [us, them, platform, narrowed]) await rule(person)
  const [mine, foreign] = [await planted.device(planted.ours), await planted.device(planted.theirs)]
  for (const device of [mine, foreign]) await planted.alarm(device, { ...overheating, at: now() })
  await later(6)
  const codes = async (person: Person) => JSON.stringify(await inbox(person))
  expect(await codes(us)).toContain(mine.code)
  expect(await codes(us)).not.toContain(foreign.code)
  expect(await codes(them)).not.toContain(mine.code)
  expect(await codes(narrowed)).toContain(foreign.code)
  expect(await codes(narrowed)).not.toContain(mine.code)
  expect(await inbox(platform)).toMatchObject([{ title: '2 台设备 2 条新告警' }])
})

test('a rule asks for levels, types and manufacturers, and is silent about the rest', async () => {
  const us = await server.person()
  await rule(us, { levels: [1], organizationIds: [planted.ours.organizationId], equipTypeIds: [1] })
  const [mine, foreign] = [await planted.device(planted.ours), await planted.device(planted.theirs)]
  const other = await planted.device(planted.ours, { typeId: 3, modelId: 31 })
  await planted.alarm(mine, { ...overheating, level: 2, at: now() })
  await planted.alarm(foreign, { ...overheating, level: 1, at: now() })
  await planted.alarm(other, { ...overheating, level: 1, at: now() })
  await later(6)
  expect(await inbox(us)).toEqual([])
  await planted.alarm(mine, { ...overheating, value: 2, bit: 1, level: 1, at: now() })
  await later(6)
  expect(await inbox(us)).toMatchObject([{ kind: 'alarm', level: 1, equipId: mine.id }])
})

test('an alarm whose row is written anew is told once', async () => {
  const us = await viewer(planted.ours)
  await rule(us)
  const device = await planted.device(planted.ours)
  await planted.alarm(device, { ...overheating, at: now() })
  await planted.sql(`with moved as (delete from alarms returning *)
    insert into alarms select * from moved`)
  await later(60)
  await later(600)
  expect(await inbox(us)).toHaveLength(1)
})

test('in quiet hours only level 1 leaves the console; the rest comes as one afterwards', async () => {
  const us = await viewer(planted.ours)
  const { id } = await hook(us)
  await rule(us, { channelIds: [id] })
  const minute = (Math.floor(server.clock.now() / 60_000) + 8 * 60) % 1440
  const quiet = { quietFrom: (minute + 1435) % 1440, quietUntil: (minute + 30) % 1440 }
  await us.call(notifications.saveSettings, { language: 'en', ...quiet, worstAnyway: true })
  const device = await planted.device(planted.ours)
  await planted.alarm(device, { ...overheating, at: now() })
  await planted.alarm(device, { ...overheating, value: 2, bit: 1, at: now() })
  await later(6)
  expect(await inbox(us)).toHaveLength(1)
  expect(receiver.received).toHaveLength(0)
  await planted.alarm(device, { ...overheating, value: 4, bit: 2, level: 1, at: now() })
  await later(6)
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ alarms: 1, level: 1, language: 'en' })
  await later(31 * 60)
  expect(JSON.parse(receiver.received[1]?.body ?? '')).toMatchObject({ alarms: 2, level: 3 })
  expect(receiver.received).toHaveLength(2)
})

test('a webhook is signed with the secret that was shown once', async () => {
  const us = await viewer(planted.ours)
  const { id, secret } = await hook(us)
  await us.call(notifications.test, { id })
  await later(1)
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  expect(headers['x-wattkeeper-signature']).toBe(
    sign(secret, String(headers['x-wattkeeper-timestamp']), body),
  )
  expect(JSON.parse(body)).toMatchObject({ kind: 'test', title: '测试通知' })
  expect(JSON.stringify(await us.call(notifications.channels))).not.toContain(secret)
  expect(await log(us)).toMatchObject([{ state: 'sent', attempts: [{ number: 1, isSuccess: true }] }])
})

test('what is refused is tried again, later each time, and the log says why', async () => {
  const us = await viewer(planted.ours)
  const { id } = await hook(us)
  receiver.answer(500)
  await us.call(notifications.test, { id })
  await later(1)
  expect(await log(us)).toMatchObject([{ state: 'waiting', reason: 'HTTP 500 said no' }])
  await later(5)
  expect(receiver.received).toHaveLength(1)
  await later(6)
  expect(receiver.received).toHaveLength(2)
  receiver.answer(204)
  await later(60)
  expect(await log(us)).toMatchObject([{ state: 'sent', reason: null }])
  const [first] = await log(us)
  expect(first?.attempts.map(({ isSuccess }) => isSuccess)).toEqual([false, false, true])
  expect(new Set(receiver.received.map(({ headers }) => headers['x-wattkeeper-delivery'])).size).toBe(1)
  receiver.answer(500)
  await us.call(notifications.test, { id })
  for (const seconds of [1, 11, 61, 301, 1_801, 7_201, 90_000]) await later(seconds)
  expect((await log(us))[0]).toMatchObject({ state: 'failed', attempts: { length: 6 } })
})

test('a redirect is a refusal, wherever it leads', async () => {
  const us = await viewer(planted.ours)
  const { id } = await hook(us)
  receiver.answer(302, { location: 'http://169.254.169.254/' })
  await us.call(notifications.test, { id })
  await later(1)
  expect(await log(us)).toMatchObject([{ state: 'waiting', reason: expect.stringContaining('HTTP 302') }])
})

test('addresses within the inner network are refused', async () => {
  const us = await viewer(planted.ours)
  const inner = ['http://10.0.0.1/', 'https://192.168.1.1/x', 'https://[::1]/', 'https://169.254.169.254/']
  for (const target of [...inner, 'https://localhost/', 'https://[::ffff:10.0.0.1]/', 'http://example.com/'])
    expect((await us.ask(notifications.createChannel, { kind: 'webhook', name: 'x', target })).code).toBe(422)
  for (const target of ['ftp://example.com/', 'https://a:b@example.com/', 'nonsense'])
    expect((await us.ask(notifications.createChannel, { kind: 'webhook', name: 'x', target })).code).toBe(422)
})

test('e-mail goes out in the recipient’s language, and waits while the server refuses', async () => {
  const us = await viewer(planted.ours)
  const channel = { kind: 'email', name: '邮箱', target: 'duty@example.com' } as const
  const { id } = await us.call(notifications.createChannel, channel)
  await us.call(notifications.saveSettings, {
    ...{ language: 'en', quietFrom: 0, quietUntil: 0, worstAnyway: true },
  })
  await rule(us, { channelIds: [id] })
  mailbox.refuse('mailbox busy')
  await goOffline(planted.ours, 3)
  await later(70)
  expect(await log(us)).toMatchObject([{ state: 'waiting', reason: expect.stringContaining('mailbox busy') }])
  mailbox.refuse(undefined)
  await later(11)
  expect(mailbox.letters).toHaveLength(1)
  expect(mailbox.letters[0]).toContain('Subject: [Wattkeeper] 3 devices offline at Pudong')
  expect(mailbox.letters[0]).toMatch(/Message-ID: <notification-\d+@example.com>/)
})

test('several processes never send twice, and what a dead one held goes out with the same id', async () => {
  const us = await viewer(planted.ours)
  const { id } = await hook(us)
  await rule(us, { channelIds: [id] })
  await goOffline(planted.ours, 5)
  server.clock.advance(70_000)
  await Promise.all([gather(server.services), gather(server.services), gather(server.services)])
  expect(await inbox(us)).toHaveLength(1)
  const answer = Promise.withResolvers<void>()
  const came = receiver.hold(answer.promise)
  const first = deliver(server.services)
  await came
  // The first holds it: nobody else sends it, until that one must be dead.
  await deliver(server.services)
  expect(receiver.received).toHaveLength(1)
  server.clock.advance(61_000)
  const second = deliver(server.services)
  answer.resolve()
  await Promise.all([first, second])
  expect(receiver.received).toHaveLength(2)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-wattkeeper-delivery'])).size).toBe(1)
  expect(await log(us)).toMatchObject([{ state: 'sent' }])
  await later(600)
  expect(receiver.received).toHaveLength(2)
})

test('what was written for one scope is not sent once the recipient sees something else', async () => {
  const us = await viewer(planted.ours)
  const { id } = await hook(us)
  await rule(us, { channelIds: [id] })
  receiver.answer(500)
  await goOffline(planted.ours, 2)
  await later(70)
  await planted.sql(`insert into data_permissions (user_id, type, value) values ($1, 'ET', '{4}')`, [
    us.userId,
  ])
  receiver.answer(204)
  await later(20)
  expect(receiver.received).toHaveLength(1)
  expect(await log(us)).toMatchObject([{ state: 'failed', reason: expect.stringContaining('access') }])
})

test('rules, channels and messages are their user’s alone', async () => {
  const [us, colleague] = [await viewer(planted.ours), await viewer(planted.ours)]
  const { id: channelId } = await hook(us)
  const { id } = await rule(us, { channelIds: [channelId] })
  const refusals = await Promise.all([
    colleague.ask(notifications.updateRule, { ...plain, id }),
    colleague.ask(notifications.removeRule, { id }),
    colleague.ask(notifications.createRule, { ...plain, channelIds: [channelId] }),
    colleague.ask(notifications.removeChannel, { id: channelId }),
    colleague.ask(notifications.renewSecret, { id: channelId }),
    colleague.ask(notifications.test, { id: channelId }),
    colleague.ask(notifications.updateChannel, { id: channelId, name: 'x', target: receiver.url }),
  ])
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 404))
  expect(await colleague.call(notifications.rules)).toEqual([])
  await goOffline(planted.ours, 1)
  await later(70)
  expect(await inbox(colleague)).toEqual([])
  await colleague.call(notifications.read, {})
  expect(await us.call(notifications.unread)).toEqual({ count: 1 })
  await us.call(notifications.read, {})
  expect(await us.call(notifications.unread)).toEqual({ count: 0 })
})
