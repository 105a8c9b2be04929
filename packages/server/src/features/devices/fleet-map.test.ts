import { fleetMap } from '@wattkeeper/contracts/api/fleet-map'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let planted: Manufacturers
let staff: Person
beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  staff = await server.person()
  await planted.sql(
    `insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id, operator_id,
       region_code, is_online, longitude, latitude)
     select 'MAP' || n, '', '', 1, 11, $1, $2, case when n % 2 = 0 then '440106' else '110105' end, n % 3 % 2,
       case when n % 2 = 0 then 113.3 else 116.4 end + n * 1e-4, case when n % 2 = 0 then 23.1 else 39.9 end
     from generate_series(1, 1000) n`,
    [planted.ours.organizationId, planted.ours.operatorId],
  )
  const device = await planted.device(planted.theirs)
  await planted.sql(
    `update devices set longitude = 121.47, latitude = 31.23, address = '人民广场' where id = $1`,
    [device.id],
  )
  await planted.alarm(device, { code: '03011001', value: 1, bit: 0, level: 1, at: new Date().toISOString() })
  await planted.device(planted.theirs)
})
afterAll(() => server.stop())

const china = { west: 73, south: 3, east: 136, north: 54, zoom: 4 }

test('many devices come as clusters whose states add up', async () => {
  const { total, unplaced, devices, clusters } = await staff.call(fleetMap.view, china)
  expect({ total, unplaced, devices }).toEqual({ total: 1002, unplaced: 1, devices: [] })
  expect(clusters.map(({ count }) => count).toSorted((a, b) => b - a)).toEqual([500, 500, 1])
  for (const { count, online, offline, faulty } of clusters) expect(online + offline + faulty).toBe(count)
  expect(clusters.find(({ faulty }) => faulty === 1)).toMatchObject({
    count: 1,
    box: [121.47, 31.23, 121.47, 31.23],
  })
})

test('few devices in sight come one by one', async () => {
  const shanghai = { west: 121, south: 31, east: 122, north: 32, zoom: 10 }
  const { total, devices, clusters } = await staff.call(fleetMap.view, shanghai)
  expect({ total, clusters }).toEqual({ total: 1002, clusters: [] })
  expect(devices).toMatchObject([{ address: '人民广场', alarmCount: 1, longitude: 121.47, latitude: 31.23 }])
})

test('the filter is that of the list', async () => {
  const { total, clusters } = await staff.call(fleetMap.view, { ...china, filter: { regionCode: '440000' } })
  expect([total, clusters.length]).toEqual([500, 1])
  expect(await staff.call(fleetMap.view, { ...china, filter: { hasAlarm: true } })).toMatchObject({
    total: 1,
  })
  expect(await staff.call(fleetMap.view, { ...china, filter: { regionCode: 'nowhere' } })).toMatchObject({
    total: 0,
  })
})

test('regions are counted with those that are faulty', async () => {
  expect(await staff.call(fleetMap.regions, { level: 'province' })).toEqual([
    { code: '110000', devices: 500, faulty: 0 },
    { code: '440000', devices: 500, faulty: 0 },
  ])
  expect(await staff.call(fleetMap.regions, { level: 'city', filter: { regionCode: '440000' } })).toEqual([
    { code: '440100', devices: 500, faulty: 0 },
  ])
})
