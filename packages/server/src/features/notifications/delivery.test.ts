import { notifications } from '@wattkeeper/contracts/api/notifications'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deliver } from './deliver.ts'
import { gather } from './gather.ts'
import { Scene, inbox, log } from './testing/scene.ts'
import { sign } from './webhook.ts'

let scene: Scene

beforeAll(async () => {
  scene = await Scene.open()
})
afterEach(() => scene.clear())
afterAll(() => scene.close())

test('a webhook is signed with the secret that was shown once', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const { id, secret } = await scene.hook(us)
  await us.call(notifications.test, { id })
  await scene.later(1)
  const [{ headers, body } = { headers: {}, body: '' }] = scene.receiver.received
  expect(headers['x-wattkeeper-signature']).toBe(
    sign(secret, String(headers['x-wattkeeper-timestamp']), body),
  )
  expect(JSON.parse(body)).toMatchObject({ kind: 'test', title: '测试通知' })
  expect(JSON.stringify(await us.call(notifications.channels))).not.toContain(secret)
  expect(await log(us)).toMatchObject([{ state: 'sent', attempts: [{ number: 1, isSuccess: true }] }])
})

test('what is refused is tried again, later each time, and the log says why', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const { id } = await scene.hook(us)
  scene.receiver.answer(500)
  await us.call(notifications.test, { id })
  await scene.later(1)
  expect(await log(us)).toMatchObject([{ state: 'waiting', reason: 'HTTP 500 said no' }])
  await scene.later(5)
  expect(scene.receiver.received).toHaveLength(1)
  await scene.later(6)
  expect(scene.receiver.received).toHaveLength(2)
  scene.receiver.answer(204)
  await scene.later(60)
  expect(await log(us)).toMatchObject([{ state: 'sent', reason: null }])
  const [first] = await log(us)
  expect(first?.attempts.map(({ isSuccess }) => isSuccess)).toEqual([false, false, true])
  expect(new Set(scene.receiver.received.map(({ headers }) => headers['x-wattkeeper-delivery'])).size).toBe(1)
  scene.receiver.answer(500)
  await us.call(notifications.test, { id })
  for (const seconds of [1, 11, 61, 301, 1_801, 7_201, 90_000]) await scene.later(seconds)
  expect((await log(us))[0]).toMatchObject({ state: 'failed', attempts: { length: 6 } })
})

test('a redirect is a refusal, wherever it leads', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const { id } = await scene.hook(us)
  scene.receiver.answer(302, { location: 'http://169.254.169.254/' })
  await us.call(notifications.test, { id })
  await scene.later(1)
  expect(await log(us)).toMatchObject([{ state: 'waiting', reason: expect.stringContaining('HTTP 302') }])
})

test('addresses within the inner network are refused', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const inner = ['http://10.0.0.1/', 'https://192.168.1.1/x', 'https://[::1]/', 'https://169.254.169.254/']
  for (const target of [...inner, 'https://localhost/', 'https://[::ffff:10.0.0.1]/', 'http://example.com/'])
    expect((await us.ask(notifications.createChannel, { kind: 'webhook', name: 'x', target })).code).toBe(422)
  for (const target of ['ftp://example.com/', 'https://a:b@example.com/', 'nonsense'])
    expect((await us.ask(notifications.createChannel, { kind: 'webhook', name: 'x', target })).code).toBe(422)
})

test('e-mail goes out in the recipient’s language, and waits while the server refuses', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const channel = { kind: 'email', name: '邮箱', target: 'duty@example.com' } as const
  const { id } = await us.call(notifications.createChannel, channel)
  await us.call(notifications.saveSettings, {
    ...{ language: 'en', quietFrom: 0, quietUntil: 0, worstAnyway: true },
  })
  await scene.rule(us, { channelIds: [id] })
  scene.mailbox.refuse('mailbox busy')
  await scene.goOffline(scene.planted.ours, 3)
  await scene.later(70)
  expect(await log(us)).toMatchObject([{ state: 'waiting', reason: expect.stringContaining('mailbox busy') }])
  scene.mailbox.refuse(undefined)
  await scene.later(11)
  expect(scene.mailbox.letters).toHaveLength(1)
  expect(scene.mailbox.letters[0]).toContain('Subject: [Wattkeeper] 3 devices offline at Pudong')
  expect(scene.mailbox.letters[0]).toMatch(/Message-ID: <notification-\d+@example.com>/)
})

test('several processes never send twice, and what a dead one held goes out with the same id', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const { id } = await scene.hook(us)
  await scene.rule(us, { channelIds: [id] })
  await scene.goOffline(scene.planted.ours, 5)
  scene.server.clock.advance(70_000)
  await Promise.all([
    gather(scene.server.services),
    gather(scene.server.services),
    gather(scene.server.services),
  ])
  expect(await inbox(us)).toHaveLength(1)
  const answer = Promise.withResolvers<undefined>()
  const came = scene.receiver.hold(answer.promise)
  const first = deliver(scene.server.services)
  await came
  // The first holds it: nobody else sends it, until that one must be dead.
  await deliver(scene.server.services)
  expect(scene.receiver.received).toHaveLength(1)
  scene.server.clock.advance(61_000)
  const cameAgain = scene.receiver.hold(answer.promise)
  const second = deliver(scene.server.services)
  await cameAgain
  answer.resolve(undefined)
  await Promise.all([first, second])
  expect(scene.receiver.received).toHaveLength(2)
  expect(new Set(scene.receiver.received.map(({ headers }) => headers['x-wattkeeper-delivery'])).size).toBe(1)
  expect(await log(us)).toMatchObject([{ state: 'sent' }])
  await scene.later(600)
  expect(scene.receiver.received).toHaveLength(2)
})

test('what was written for one scope is not sent once the recipient sees something else', async () => {
  const us = await scene.viewer(scene.planted.ours)
  const { id } = await scene.hook(us)
  await scene.rule(us, { channelIds: [id] })
  scene.receiver.answer(500)
  await scene.goOffline(scene.planted.ours, 2)
  await scene.later(70)
  await scene.planted.sql(`insert into data_permissions (user_id, type, value) values ($1, 'ET', '{4}')`, [
    us.userId,
  ])
  scene.receiver.answer(204)
  await scene.later(20)
  expect(scene.receiver.received).toHaveLength(1)
  expect(await log(us)).toMatchObject([{ state: 'failed', reason: expect.stringContaining('access') }])
})
