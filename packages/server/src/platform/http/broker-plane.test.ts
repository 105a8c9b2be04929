import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveBrokerPlane } from './broker-plane.ts'

const told: string[] = []
const key = 'a'.repeat(20)
let app: FastifyInstance

beforeAll(() => {
  app = Fastify()
  const plane = {
    isDevice: async (name: string, secret: string) => name === 'WK1' && secret === 'right',
    arrived: async (name: string, session: string | null) => void told.push(`+${name} ${session}`),
    left: async (name: string, session: string | null) => void told.push(`-${name} ${session}`),
  }
  serveBrokerPlane(app, plane, { key, platform: { name: 'wattkeeper', secret: 'ours' } })
})
afterAll(() => app.close())

async function ask(path: string, payload: object, by = key) {
  const answer = await app.inject({ method: 'POST', url: `/broker/${by}/${path}`, payload })
  return { status: answer.statusCode, ...answer.json<{ result: string; Ok: boolean }>() }
}

test.each([
  [{ username: 'WK1', password: 'right', clientid: 'WK1' }, 'allow'],
  [{ username: 'WK1', password: 'wrong', clientid: 'WK1' }, 'deny'],
  [{ username: 'WK1', password: 'right', clientid: 'WK2' }, 'deny'],
  [{ username: 'wattkeeper', password: 'ours', clientid: 'report-1' }, 'allow'],
  [{ username: 'wattkeeper', password: 'right', clientid: 'wattkeeper' }, 'deny'],
  [{}, 'deny'],
])('%j may connect: %s', async (asked, result) => {
  expect(await ask('auth', asked)).toMatchObject({ status: 200, result, Ok: result === 'allow' })
})

test.each([
  [{ username: 'WK1', topic: 'v1/WK1/telemetry', action: 'publish' }, 'allow'],
  [{ username: 'WK1', topic: 'v1/WK1/commands/reply', acc: 2 }, 'allow'],
  [{ username: 'WK1', topic: 'v1/WK1/commands', action: 'subscribe' }, 'allow'],
  [{ username: 'WK1', topic: 'v1/WK1/commands', action: 'publish' }, 'deny'],
  [{ username: 'WK1', topic: 'v1/WK2/telemetry', action: 'publish' }, 'deny'],
  [{ username: 'WK1', topic: 'v1/WK2/commands', acc: 4 }, 'deny'],
  [{ username: 'WK1', topic: 'v1/+/commands', action: 'subscribe' }, 'deny'],
  [{ username: 'WK1', topic: '$share/wattkeeper/v1/+/telemetry', action: 'subscribe' }, 'deny'],
  [{ username: 'wattkeeper', topic: '$share/wattkeeper/v1/+/telemetry', action: 'subscribe' }, 'allow'],
])('%j: %s', async (asked, result) => {
  expect(await ask('acl', asked)).toMatchObject({ result })
})

test('the broker tells of connections by the instant they began', async () => {
  await ask('event', { event: 'client.connected', clientid: 'WK1', connected_at: 17 })
  await ask('event', { event: 'client.disconnected', clientid: 'WK1', connected_at: 17 })
  await ask('event', { event: 'client.disconnected', clientid: 'WK1' })
  expect(told).toEqual(['+WK1 17', '-WK1 17', '-WK1 null'])
})

test('whoever does not know the key finds nothing', async () => {
  const asked = { username: 'WK1', password: 'right', clientid: 'WK1' }
  expect(await ask('auth', asked, 'b'.repeat(20))).toMatchObject({ status: 404, result: 'deny' })
  expect(await ask('auth', asked, 'a')).toMatchObject({ status: 404, result: 'deny' })
})
