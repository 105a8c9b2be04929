import { maps } from '@wattkeeper/contracts/api/maps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let staff: Person

beforeAll(async () => {
  server = await startTestServer()
  staff = await server.person()
})
afterAll(() => server.stop())

const tiananmen = { longitude: 116.3974, latitude: 39.9087 }
const tianhe = { longitude: 113.36, latitude: 23.13 }

test.each([
  [tiananmen, '110101', '北京市东城区'],
  [tianhe, '440106', '广东省广州市天河区'],
  [{ longitude: 121.0, latitude: 23.8 }, '710000', '台湾省'],
  [{ longitude: 114.158, latitude: 22.28 }, '810001', '香港特别行政区中西区'],
  [{ longitude: 87.63, latitude: 43.79 }, '650102', '新疆维吾尔自治区乌鲁木齐市天山区'],
  [{ longitude: 107.39, latitude: 29.71 }, '500102', '重庆市涪陵区'],
  [{ longitude: 13.4, latitude: 52.5 }, 'DE', '德国'],
  [{ longitude: -96.8, latitude: 32.8 }, 'US', '美国'],
])('without a provider %o lies in %s', async (place, adcode, address) => {
  const found = await staff.call(maps.reverse, place)
  expect(found).toMatchObject({ adcode, address })
  expect(found.regionCode).not.toBeNull()
})

test.each([
  [
    'parted since the boundaries were drawn',
    { longitude: 119.98, latitude: 30.27 },
    '330100',
    '浙江省杭州市',
  ],
  ['without districts', { longitude: 113.75, latitude: 23.02 }, '441900', '广东省东莞市'],
])('a place in a district %s is known by its city', async (_, place, adcode, address) => {
  expect(await staff.call(maps.reverse, place)).toMatchObject({ adcode, address, regionCode: adcode })
})

test('a place just off the coast belongs to what is nearest, a small island to its city; China itself is no place', async () => {
  const offQingdao = { longitude: 120.36, latitude: 36.045 }
  expect(await staff.call(maps.reverse, offQingdao)).toMatchObject({ adcode: '370202' })
  const island = { longitude: 112.339, latitude: 16.832 }
  expect(await staff.call(maps.reverse, island)).toMatchObject({ adcode: '460300', address: '海南省三沙市' })
  const openSea = { longitude: 123.5, latitude: 31 }
  expect(await staff.ask(maps.reverse, openSea)).toMatchObject({ code: 404, message: '地图服务请求错误！' })
  const named = await staff.call(maps.suggest, { keyword: '中国' })
  expect(named.map(({ adcode }) => adcode)).not.toContain('86')
})

test('an address is written as the reader writes addresses', async () => {
  const english = server.as(staff.token, 'en')
  expect(await english.call(maps.reverse, tianhe)).toMatchObject({
    address: 'Tianhe District, Guangzhou, Guangdong',
  })
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
