import { type HopName, hopNames, links } from '@wattkeeper/contracts/api/links'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { MqttClient } from 'mqtt'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { connectPhone, type TestPhone } from './features/app-socket/testing.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { typeParsers } from './platform/database/database.ts'
import { type TestDevice, connectDevice, eventually, makeDevices, say } from './testing/device-plane.ts'
import { type Person, type TestServer, query, startTestServer } from './testing/server.ts'

// A phone, om, report with its broker, the cache and a device: the whole chain, broken hop by hop.

let server: TestServer
let app: FastifyInstance
let gateway: Gateway
let db: pg.Pool
let origin: string
const logger = pino({ level: 'silent' })

const ask = async <Row>(text: string, values: unknown[] = []) => (await db.query(text, values)).rows as Row[]

beforeAll(async () => {
  server = await startTestServer()
  const { services, urls } = server
  // om of its own, that asks its phones often
  app = await createApp({ services, logger, consoleFolder: '/nowhere', heartbeatMs: 200 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  gateway = await startTestGateway()
  db = new pg.Pool({ connectionString: urls.system, max: 2, types: typeParsers })
})
afterAll(async () => {
  await gateway.stop()
  await db.end()
  await app.close()
  await server.stop()
})

const startTestGateway = () =>
  startGateway({
    ...{ databaseUrl: server.urls.system, bus: server.services.bus, logger },
    mqtt: { port: 0, address: '127.0.0.1' },
  })

let device: TestDevice
let person: Person

beforeEach(async () => {
  const [made] = await makeDevices(ask, 1, 1)
  if (!made) throw new Error('no device was made')
  device = made
  person = await server.person({ organizationId: 900, roleIds: [4] })
})

/** A device that answers its commands, unless it is told not to listen. */
async function connect({ listens = true, answers = true, reports = true } = {}): Promise<MqttClient> {
  const client = await connectDevice(gateway.port, device)
  client.on('message', (_topic, payload) => {
    const { id } = JSON.parse(payload.toString()) as { id: string }
    if (answers) void say(client, 'reply', { id, result: 1 })
  })
  if (listens) await client.subscribeAsync(`v1/${device.code}/commands`, { qos: 1 })
  if (reports) await say(client, 'telemetry', { ts: Date.now(), board: 'bms', values: { soc: 50 } })
  return client
}

async function phone(autoPong = true): Promise<TestPhone> {
  const made = await connectPhone({ origin, token: person.token, autoPong })
  made.say({ type: 'watch', equipIds: [device.id] })
  await made.next('watching')
  return made
}

const measure = () => person.call(links.connection, { equipId: device.id })
const darkHops = async (): Promise<HopName[]> => {
  const measured = await measure()
  expect(hopNames.filter((name) => !measured[name])).toEqual(
    measured.hops.filter(({ isConnected }) => !isConnected).map(({ name }) => name),
  )
  return hopNames.filter((name) => !measured[name])
}
const reasonOf = async (name: HopName) => (await measure()).hops.find((hop) => hop.name === name)?.reason
/** Phones answer within a beat. */
const settled = (expected: readonly HopName[]) =>
  eventually(darkHops, (dark) => dark.join() === expected.join())

test('a chain that works is lit from end to end, with times and latencies', async () => {
  const [client, us] = [await connect(), await phone()]
  expect(await settled([])).toEqual([])
  const { hops } = await measure()
  expect(hops.map(({ latencyMs }) => latencyMs === null)).toEqual([true, false, false, false, false, false])
  for (const { lastSuccessTime } of hops)
    expect(Math.abs(Date.now() - Date.parse(lastSuccessTime ?? ''))).toBeLessThan(10_000)
  us.leave()
  await client.endAsync()
})

test('one: a phone whose program is still no longer reaches om, though its machine answers', async () => {
  const [client, us] = [await connect(), await phone()]
  await settled([])
  server.clock.advance(60_000)
  expect(await settled(['one'])).toEqual(['one'])
  expect(await reasonOf('one')).toBe('phoneSilent')
  us.say({ type: 'heartbeat' })
  expect(await settled([])).toEqual([])
  us.leave()
  await client.endAsync()
})

test('two: a device that does not hear its commands still reports', async () => {
  const [client, us] = [await connect({ listens: false }), await phone()]
  expect(await settled(['two'])).toEqual(['two'])
  us.leave()
  await client.endAsync()
})

test('three: a device that takes its commands and says nothing', async () => {
  const [client, us] = [await connect({ answers: false, reports: false }), await phone()]
  expect(await settled(['three'])).toEqual(['three'])
  expect(await reasonOf('three')).toBe('notHeard')
  us.leave()
  await client.endAsync()
})

test('four: a cache that refuses report', async () => {
  const [client, us] = [await connect(), await phone()]
  await settled([])
  await query(server.urls.superuser, 'revoke update on latest_values from wk_system')
  expect(await settled(['four'])).toEqual(['four'])
  expect(await reasonOf('four')).toBe('cacheRefuses')
  await query(server.urls.superuser, 'grant update on latest_values to wk_system')
  expect(await settled([])).toEqual([])
  us.leave()
  await client.endAsync()
})

test('five: a cache that om cannot read', async () => {
  const [client, us] = [await connect(), await phone()]
  await settled([])
  await query(server.urls.superuser, 'revoke select on latest_values from wk_app')
  expect(await settled(['five'])).toEqual(['five'])
  expect(await reasonOf('five')).toBe('cacheUnreadable')
  await query(server.urls.superuser, 'grant select on latest_values to wk_app')
  us.leave()
  await client.endAsync()
})

test('six: a phone that talks and no longer hears', async () => {
  const client = await connect()
  const us = await phone(false)
  const talking = setInterval(() => us.say({ type: 'heartbeat' }), 300)
  expect(await settled(['six'])).toEqual(['six'])
  expect(await reasonOf('six')).toBe('phoneDeaf')
  clearInterval(talking)
  us.leave()
  await client.endAsync()
})

test('a device that left is dark both ways, a phone that left too', async () => {
  const [client, us] = [await connect(), await phone()]
  await settled([])
  await client.endAsync()
  expect(await settled(['two', 'three'])).toEqual(['two', 'three'])
  expect(await reasonOf('two')).toBe('offline')
  us.leave()
  expect(await settled(['one', 'two', 'three', 'six'])).toEqual(['one', 'two', 'three', 'six'])
  expect(await reasonOf('one')).toBe('noPhone')
})

test('without report nothing is taken for granted', async () => {
  const us = await phone()
  await gateway.stop()
  expect(await settled(['two', 'three', 'four'])).toEqual(['two', 'three', 'four'])
  expect(await reasonOf('four')).toBe('reportSilent')
  gateway = await startTestGateway()
  expect(await settled(['two', 'three'])).toEqual(['two', 'three'])
  us.leave()
})
