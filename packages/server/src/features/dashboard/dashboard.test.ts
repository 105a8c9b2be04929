import { dashboard } from '@wattkeeper/contracts/api/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let planted: Manufacturers
beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
})
afterAll(() => server.stop())

const minute = 60_000
const hour = 60 * minute
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

test('an empty fleet counts nothing, and shows every level and every hour all the same', async () => {
  const staff = await server.person()
  expect(await staff.call(dashboard.counts)).toEqual({ onlineCount: 0, offlineCount: 0, alarmCount: 0 })
  const duty = await staff.call(dashboard.duty)
  expect(duty.byLevel).toEqual([1, 2, 3, 4].map((level) => ({ level, active: 0, unacknowledged: 0 })))
  expect(duty).toMatchObject({ silent: [], silentCount: 0 })
  expect(duty.raised.map(({ count }) => count)).toEqual(Array.from({ length: 24 }, () => 0))
  const times = duty.raised.map(({ hour: at }) => Date.parse(at))
  expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) === hour)).toBe(true)
  expect(Date.now() - (times.at(-1) ?? 0)).toBeLessThan(hour + minute)
})

test('everybody counts the devices, alarms and silence of their own scope', async () => {
  const quiet = await planted.device(planted.ours, { silentSince: ago(3 * hour) })
  const quieter = await planted.device(planted.ours, { silentSince: ago(5 * hour) })
  await planted.device(planted.ours, { isOnline: 0, silentSince: ago(9 * hour) })
  const foreign = await planted.device(planted.theirs)
  await planted.alarm(quiet, { code: '03011001', value: 1, bit: 0, level: 2, at: ago(minute) })
  await planted.alarm(quiet, { code: '03011001', value: 2, bit: 1, level: 2, at: ago(minute) })
  await planted.alarm(quieter, { code: 'X1', value: 2, level: null, at: ago(30 * hour) })
  await planted.alarm(quieter, { code: 'X1', value: 3, level: null, at: ago(2 * hour), until: ago(hour) })
  await planted.alarm(foreign, { code: '03011001', value: 1, bit: 0, level: 2, at: ago(minute) })

  const ours = await server.person({ organizationId: planted.ours.organizationId, roleIds: [4] })
  expect(await ours.call(dashboard.counts)).toEqual({ onlineCount: 2, offlineCount: 1, alarmCount: 2 })
  const duty = await server.as(ours.token, 'en').call(dashboard.duty)
  expect(duty.byLevel.map(({ level, active }) => [level, active])).toEqual([
    [0, 1],
    [1, 0],
    [2, 2],
    [3, 0],
    [4, 0],
  ])
  expect(duty.silent.map(({ id, equipTypeName }) => [id, equipTypeName])).toEqual([
    [quieter.id, 'Portable power station'],
    [quiet.id, 'Portable power station'],
  ])
  expect(duty.silentCount).toBe(2)
  expect(duty.raised.reduce((sum, { count }) => sum + count, 0)).toBe(3)

  const narrowed = await server.person({
    roleIds: [2],
    narrowing: { O: [String(planted.theirs.operatorId)] },
  })
  expect(await narrowed.call(dashboard.counts)).toEqual({ onlineCount: 1, offlineCount: 0, alarmCount: 1 })
  expect(await (await server.person()).call(dashboard.counts)).toMatchObject({
    onlineCount: 3,
    alarmCount: 3,
  })
})

test('the counts are for everybody who is signed in, the duty view for those with the page', async () => {
  const nobody = await server.person({ organizationId: planted.theirs.organizationId, roleIds: [] })
  expect(await nobody.ask(dashboard.counts)).toMatchObject({ code: 200 })
  expect(await nobody.ask(dashboard.duty)).toMatchObject({ code: 403 })
})
