import { gcj02Of } from '@wattkeeper/contracts/api/coordinates'
import { maps } from '@wattkeeper/contracts/api/maps'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

const tiananmen = { longitude: 116.3974, latitude: 39.9087 }
const shifted = gcj02Of(tiananmen)

type Service = (reply: ServerResponse, asked: URL) => void

/** Stands in for the map service on the network: what it was asked last, and how it answers. */
let service: Server
let asked: URL
let answerAs: Service
const answering =
  (answer: unknown): Service =>
  (reply) =>
    void reply.end(JSON.stringify(answer))

const servers: TestServer[] = []
let amap: Person
let tencent: Person

/** Somebody of an installation that asks a service of this kind. */
async function personOf(
  name: 'tencent' | 'amap',
  source: { url: string; longestMs: number },
): Promise<Person> {
  const server = await startTestServer({
    mapSources: { tiles: undefined, provider: { name, key: 'the-key', ...source } },
  })
  servers.push(server)
  return server.person()
}

beforeAll(async () => {
  service = createServer((request: IncomingMessage, reply) => {
    asked = new URL(request.url ?? '/', 'http://service.test')
    answerAs(reply, asked)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  amap = await personOf('amap', { url, longestMs: 300 })
  tencent = await personOf('tencent', { url, longestMs: 300 })
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  for (const server of servers) await server.stop()
})

test('Tencent is asked in its own coordinates with the key of the server', async () => {
  answerAs = answering({ status: 0, result: { address: '天安门', ad_info: { adcode: '110101' } } })
  expect(await tencent.call(maps.reverse, tiananmen)).toEqual({
    address: '天安门',
    adcode: '110101',
    regionCode: '110101',
  })
  const [latitude = 0, longitude = 0] = (asked.searchParams.get('location') ?? '').split(',').map(Number)
  expect(longitude).toBeCloseTo(shifted.longitude, 5)
  expect(latitude).toBeCloseTo(shifted.latitude, 5)
  expect(asked.searchParams.get('key')).toBe('the-key')
  const location = { lng: shifted.longitude, lat: shifted.latitude }
  answerAs = answering({
    status: 0,
    data: [{ title: '天安门', address: '东城区', adcode: 110101, location }],
  })
  const [tip] = await tencent.call(maps.suggest, { keyword: '天安门' })
  expect(tip).toMatchObject({ name: '天安门', address: '东城区', adcode: '110101' })
  expect(tip?.latitude).toBeCloseTo(tiananmen.latitude, 6)
})

test('AMap answers suggestions in our coordinates, without those that have no place', async () => {
  answerAs = answering({
    status: '1',
    tips: [
      { name: '公交', district: '北京', address: [], adcode: [], location: [] },
      {
        name: '天安门',
        district: '东城区',
        address: [],
        adcode: '110101',
        location: `${shifted.longitude},${shifted.latitude}`,
      },
    ],
  })
  const tips = await amap.call(maps.suggest, { keyword: '天安门' })
  expect(tips).toHaveLength(1)
  expect(tips[0]).toMatchObject({ name: '天安门', address: '东城区' })
  expect(tips[0]?.longitude).toBeCloseTo(tiananmen.longitude, 6)
})

test.each<[string, Service]>([
  [
    'an answer without an adcode',
    answering({ status: '1', regeocode: { formatted_address: '某处', addressComponent: { adcode: [] } } }),
  ],
  ['a refusal', answering({ status: '0', info: 'INVALID_USER_KEY' })],
  ['something that is no JSON', (reply) => void reply.end('<html>')],
  ['a connection that breaks', (reply) => void reply.destroy()],
])('%s is the specified sentence', async (_, answer) => {
  answerAs = answer
  expect(await amap.ask(maps.reverse, tiananmen)).toMatchObject({
    code: 503,
    message: '地图服务请求错误！',
  })
})

test('a service that cannot be reached is the specified sentence', async () => {
  const nobody = await personOf('amap', { url: 'http://127.0.0.1:1', longestMs: 300 })
  expect(await nobody.ask(maps.suggest, { keyword: 'x' })).toMatchObject({ message: '地图服务请求错误！' })
})

test.each<[string, Service]>([
  ['does not answer', () => undefined],
  ['begins an answer and never ends it', (reply) => void reply.write('{"status":')],
])('a service that %s in its time is the specified sentence', async (_, answer) => {
  answerAs = answer
  expect(await tencent.ask(maps.reverse, tiananmen)).toMatchObject({
    code: 503,
    message: '地图服务请求超时！',
  })
})
