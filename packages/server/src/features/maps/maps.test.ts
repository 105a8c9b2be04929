import { gcj02Of } from '@wattkeeper/contracts/api/coordinates'
import { maps } from '@wattkeeper/contracts/api/maps'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { providerOf } from './provider.ts'

let server: TestServer
let staff: Person
/** Stands in for the map service: what it was asked, and what it answers next. */
let service: Server
let url: string
let asked: URL
let answer: unknown

beforeAll(async () => {
  server = await startTestServer()
  staff = await server.person()
  service = createServer((request, reply) => {
    asked = new URL(request.url ?? '/', url)
    reply.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.close()
  await server.stop()
})

const tiananmen = { longitude: 116.3974, latitude: 39.9087 }
const tianhe = { longitude: 113.36, latitude: 23.13 }

test.each([
  [tiananmen, '110000', '北京市'],
  [tianhe, '440100', '广东省广州市'],
  [{ longitude: 121.0, latitude: 23.8 }, '710000', '台湾省'],
  [{ longitude: 114.16, latitude: 22.3 }, '810000', '香港特别行政区'],
  [{ longitude: 87.6, latitude: 43.8 }, '650100', '新疆维吾尔自治区乌鲁木齐市'],
  [{ longitude: 13.4, latitude: 52.5 }, 'DE', '德国'],
  [{ longitude: -96.8, latitude: 32.8 }, 'US', '美国'],
])('without a provider %o lies in %s', async (place, adcode, address) => {
  const found = await staff.call(maps.reverse, place)
  expect(found).toMatchObject({ adcode, address })
  expect(found.regionCode).not.toBeNull()
})

test('an address is written as the reader writes addresses', async () => {
  const english = server.as(staff.token, 'en')
  expect(await english.call(maps.reverse, tianhe)).toMatchObject({ address: 'Guangzhou, Guangdong' })
})

test('where there is nothing, the answer says that the map service failed', async () => {
  expect(await staff.ask(maps.reverse, { longitude: -150, latitude: 0 })).toMatchObject({
    code: 404,
    message: '地图服务请求错误！',
  })
})

test('suggestions are regions by their names in either language, and lie where they are', async () => {
  const [first] = await staff.call(maps.suggest, { keyword: '广州' })
  expect(first).toMatchObject({ name: '广州市', adcode: '440100', address: '广东省广州市' })
  expect(first?.longitude).toBeCloseTo(113.3, 0)
  const [english] = await staff.call(maps.suggest, { keyword: 'guangzhou' })
  expect(english?.adcode).toBe('440100')
  expect(await staff.call(maps.suggest, { keyword: '%' })).toEqual([])
})

test('settings tell of tiles and provider', async () => {
  expect(await staff.call(maps.settings)).toEqual({ tiles: null, provider: 'offline' })
})

test('a provider is asked in its own coordinates and answers in ours', async () => {
  const tencent = providerOf({ name: 'tencent', key: 'k', url })
  answer = { status: 0, result: { address: '天安门', ad_info: { adcode: '110101' } } }
  expect(await tencent.reverse(tiananmen)).toEqual({ address: '天安门', adcode: '110101' })
  const [latitude = 0, longitude = 0] = (asked.searchParams.get('location') ?? '').split(',').map(Number)
  expect(longitude).toBeCloseTo(gcj02Of(tiananmen).longitude, 5)
  expect(latitude).toBeCloseTo(gcj02Of(tiananmen).latitude, 5)
  const { longitude: x, latitude: y } = gcj02Of(tiananmen)
  answer = {
    status: '1',
    tips: [{ name: '天安门', district: '东城区', address: [], adcode: '110101', location: `${x},${y}` }],
  }
  const [tip] = await providerOf({ name: 'amap', key: 'k', url }).suggest('天安门')
  expect(tip).toMatchObject({ name: '天安门', address: '东城区' })
  expect(tip?.longitude).toBeCloseTo(tiananmen.longitude, 6)
})

test('an answer without an adcode, an error, or no answer at all is the specified sentence', async () => {
  const amap = providerOf({ name: 'amap', key: 'k', url })
  for (const wrong of [
    { status: '1', regeocode: { formatted_address: '某处', addressComponent: { adcode: [] } } },
    { status: '0', info: 'INVALID_USER_KEY' },
    'nonsense',
  ]) {
    answer = wrong
    await expect(amap.reverse(tiananmen)).rejects.toMatchObject({ kind: { code: 503 } })
  }
  const gone = providerOf({ name: 'amap', key: 'k', url: 'http://127.0.0.1:1' })
  await expect(gone.suggest('x')).rejects.toMatchObject({ kind: { code: 503 } })
})
