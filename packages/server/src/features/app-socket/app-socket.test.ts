import { appSocketLimits } from '@wattkeeper/contracts/api/app-socket'
import { permissions } from '@wattkeeper/contracts/api/permissions'
import { session } from '@wattkeeper/contracts/api/session'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type TestServer, startTestServer } from '../../testing/server.ts'
import { type TestPhone, connectPhone } from './testing.ts'

let server: TestServer
let planted: Manufacturers
let origin: string
const phones = new Set<TestPhone>()

beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const phone of phones) phone.leave()
  phones.clear()
})
afterAll(() => server.stop())

async function phone(token?: string): Promise<TestPhone> {
  const made = await connectPhone({ origin, ...(token !== undefined && { token }) })
  phones.add(made)
  return made
}
const ours = () => server.person({ organizationId: planted.ours.organizationId, roleIds: [3] })
const viewer = () => server.person({ organizationId: planted.ours.organizationId, roleIds: [4] })

test('a phone that watches is told how its devices are, and what changes; another’s it does not see', async () => {
  const [mine, foreign] = [await planted.device(planted.ours), await planted.device(planted.theirs)]
  const us = await phone((await ours()).token)
  us.say({ type: 'watch', equipIds: [mine.id, foreign.id] })
  expect(await us.next('watching')).toEqual({ type: 'watching', equipIds: [mine.id] })
  expect(await us.next('device')).toMatchObject({ equipId: mine.id, isOnline: 1, alarms: [] })
  await planted.alarm(mine, { code: '03011003', value: 1, bit: 0, level: 3, at: new Date().toISOString() })
  server.services.bus.announce('alarmsChanged', { deviceIds: [mine.id], opened: 1, closed: 0 })
  const alarmed = await us.next('device', ({ alarms }) => alarms.length > 0)
  expect(alarmed.alarms).toMatchObject([{ level: 3 }])
  await planted.sql('update devices set is_online = 0 where id = $1', [mine.id])
  server.services.bus.announce('deviceStateChanged', { deviceIds: [mine.id, foreign.id] })
  expect(await us.next('device', ({ isOnline }) => isOnline === 0)).toMatchObject({ equipId: mine.id })
  expect(JSON.stringify(us.heard)).not.toContain(foreign.code)
})

test('live values come under their names, each reading once', async () => {
  const mine = await planted.device(planted.ours)
  const us = await phone((await ours()).token)
  us.say({ type: 'watch', equipIds: [mine.id] })
  await us.next('device')
  const report = (soc: number) =>
    planted.sql(
      `insert into latest_values (device_id, board, unit, at, ts, received_at, numbers)
       values ($1, 'bms', 0, now(), now(), now(), array[$2::real])
       on conflict (device_id, board, unit) do update set ts = now(), numbers = excluded.numbers`,
      [mine.id, soc],
    )
  await report(55)
  expect(await us.next('values')).toMatchObject({ equipId: mine.id, board: 'bms', values: { soc: 55 } })
  await report(54)
  expect(await us.next('values')).toMatchObject({ values: { soc: 54 } })
})

test('a control goes by the rules of the HTTP route, and its outcome comes back', async () => {
  const [online, offline] = [
    await planted.device(planted.ours),
    await planted.device(planted.ours, { isOnline: 0 }),
  ]
  const foreign = await planted.device(planted.theirs)
  const us = await phone((await ours()).token)
  const control = (id: string, devId: number, value = 1) =>
    us.say({ type: 'control', id, devType: 1, devId, paramList: [{ id: '13001', value }] })
  control('a', offline.id)
  expect(await us.next('control')).toMatchObject({ id: 'a', code: 409, message: '设备离线，无法查看或控制' })
  control('b', foreign.id)
  expect(await us.next('control')).toMatchObject({ id: 'b', code: 404, commandId: null })
  control('c', online.id)
  const first = await us.next('control')
  expect(first).toMatchObject({ id: 'c', code: 200, state: 'waiting', result: null })
  control('c', online.id)
  expect(await us.next('control')).toMatchObject({ commandId: first.commandId })
  const [audited] = await planted.sql<{ n: string }>(
    `select count(*) as n from audit where action = 'commands.control' and code in (200, 404, 409)`,
  )
  expect(Number(audited?.n)).toBeGreaterThanOrEqual(3)
  await planted.sql(`update commands set state = 'done', result = 1, finished_at = now() where id = $1`, [
    first.commandId,
  ])
  server.services.bus.announce('commandsChanged', {
    commandIds: [first.commandId ?? 0],
    deviceIds: [online.id],
  })
  expect(await us.next('control', ({ state }) => state === 'done')).toMatchObject({ id: 'c', result: 1 })
})

test('who may not control in the console may not on the phone', async () => {
  const mine = await planted.device(planted.ours)
  const us = await phone((await viewer()).token)
  us.say({ type: 'control', id: 'x', devType: 1, devId: mine.id, paramList: [{ id: '13001', value: 1 }] })
  expect(await us.next('control')).toMatchObject({ code: 403, commandId: null })
})

test('a heartbeat is answered', async () => {
  const us = await phone((await ours()).token)
  us.say({ type: 'heartbeat' })
  await us.next('heartbeat')
})

test('what is no message, too large, or out of turn ends the socket', async () => {
  const person = await ours()
  const cases: [string, boolean, number][] = [
    ['{"type":"watch","equipIds":[1]}', false, 4401],
    ['{"type":"signIn","token":"nobody"}', false, 4401],
    ['nonsense', true, 4400],
    ['{"type":"watch","equipIds":"all"}', true, 4400],
    ['{"type":"signIn","token":"twice"}', true, 4401],
    ['x'.repeat(appSocketLimits.bytes + 1), true, 1009],
  ]
  for (const [text, isSignedIn, code] of cases) {
    const us = await phone(isSignedIn ? person.token : undefined)
    us.sayText(text)
    expect(await us.closed, text.slice(0, 40)).toBe(code)
  }
})

test('more messages than a person could want end the socket', async () => {
  const us = await phone((await ours()).token)
  for (let n = 0; n <= appSocketLimits.messages; n += 1) us.say({ type: 'heartbeat' })
  expect(await us.closed).toBe(4429)
})

test('a user has a few sockets, and no more', async () => {
  const { token } = await ours()
  for (let n = 0; n < appSocketLimits.sockets; n += 1) await phone(token)
  const tooMany = await phone()
  tooMany.say({ type: 'signIn', token })
  expect(await tooMany.closed).toBe(4409)
})

test('a change of access ends the socket at once', async () => {
  const [person, admin] = [await ours(), await server.person()]
  const us = await phone(person.token)
  await admin.call(permissions.update, {
    ...{ userId: person.userId },
    authorityEntities: [{ type: 'ET', value: ['4'] }],
  })
  expect(await us.closed).toBe(4403)
})

test('a session that has ended is told nothing any more', async () => {
  const person = await ours()
  const mine = await planted.device(planted.ours)
  const us = await phone(person.token)
  us.say({ type: 'watch', equipIds: [mine.id] })
  await us.next('device')
  await person.call(session.logout)
  server.clock.advance(6_000)
  await planted.sql('update devices set is_online = 0 where id = $1', [mine.id])
  server.services.bus.announce('deviceStateChanged', { deviceIds: [mine.id] })
  expect(await us.closed).toBe(4403)
  expect(us.heard.filter(({ type }) => type === 'device')).toHaveLength(1)
})
