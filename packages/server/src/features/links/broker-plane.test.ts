import { commands } from '@wattkeeper/contracts/api/commands'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { type TestDevice, makeDevices } from '../../testing/device-plane.ts'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'

// What om answers to a broker of the operator's own, from the rows.

const key = 'k'.repeat(20)
let server: TestServer
let app: FastifyInstance
let staff: Person
let device: TestDevice

beforeAll(async () => {
  server = await startTestServer()
  app = await createApp({
    ...{ services: server.services, logger: pino({ level: 'silent' }), consoleFolder: '/nowhere' },
    broker: { key, platform: { name: 'wattkeeper', secret: 'ours' } },
  })
  staff = await server.person()
  const inRows = <Row>(text: string, values?: unknown[]) =>
    query<Row & object>(server.urls.superuser, text, values)
  const [made] = await makeDevices(inRows, 1, 1)
  device = made ?? expect.fail()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const ask = async (path: string, payload: object) => {
  const answer = await app.inject({ method: 'POST', url: `/broker/${key}/${path}`, payload })
  return answer.json<{ result: string }>().result
}
const isOnline = async () => (await staff.call(commands.onlineStatus, { equipId: device.id })).isOnline

test('a device is let in with its secret, and not with the one before', async () => {
  const { code, secret, id } = device
  const knock = (password: string) => ask('auth', { username: code, password, clientid: code })
  expect(await knock(secret)).toBe('allow')
  expect(await knock(`${secret}x`)).toBe('deny')
  expect(await ask('auth', { username: 'NOBODY', password: secret, clientid: 'NOBODY' })).toBe('deny')
  await query(server.urls.superuser, `update devices set secret_hash = '\\x00' where id = $1`, [id])
  expect(await knock(secret)).toBe('deny')
})

test('the end of the newest connection takes a device offline, the end of one before does not', async () => {
  const told = (event: string, since: number) =>
    ask('event', { event: `client.${event}`, clientid: device.code, connected_at: since })
  await query(server.urls.superuser, 'update devices set is_online = 1 where id = $1', [device.id])
  await told('connected', 1)
  await told('connected', 2)
  await told('disconnected', 1)
  expect(await isOnline()).toBe(1)
  await told('disconnected', 2)
  expect(await isOnline()).toBe(0)
})
