import { type NewDevice, devices } from '@wattkeeper/contracts/api/devices'
import { operators } from '@wattkeeper/contracts/api/organizations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSecret } from '../../platform/link/secret.ts'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let fleet: Manufacturers
let staff: Person
let maker: Person

beforeAll(async () => {
  server = await startTestServer()
  fleet = await plantManufacturers(server)
  staff = await server.person()
  maker = await server.person({ organizationId: fleet.ours.organizationId, roleIds: [3] })
})
afterAll(() => server.stop())

let made = 0
const draft = (traits: Partial<NewDevice> = {}): NewDevice => {
  made += 1
  return {
    code: `NEW${made}`,
    equipTypeId: 1,
    equipModelId: 11,
    operatorId: fleet.ours.operatorId,
    ...traits,
  }
}
const credentialOf = async (id: number) =>
  server.database.system
    .selectFrom('devices')
    .select(['secretHash as hash', 'secretSalt as salt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const codes = async (filter: object, by: Person = staff) =>
  (await by.call(devices.list, { pageNum: 1, pageSize: 500, ...filter })).rows.map(({ code }) => code)
const edited = () => {
  const heard = Promise.withResolvers<number>()
  const stop = server.services.bus.hear('deviceEdited', ({ deviceId }) => {
    stop()
    heard.resolve(deviceId)
  })
  return heard.promise
}

test('a new device comes with a secret that is stored only as its salted hash', async () => {
  const { id, code, secret } = await maker.call(devices.create, draft({ regionCode: '110105' }))
  const { hash, salt } = await credentialOf(id)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(isSecret(Buffer.from(secret), { hash, salt })).toBe(true)
  expect(await maker.call(devices.find, { id })).toMatchObject({
    id,
    code,
    status: 2,
    isOnline: 0,
    equipTypeName: '便携储能电源',
    organizationId: fleet.ours.organizationId,
    regionName: '北京市 / 北京城区 / 朝阳区',
    alarmCount: 0,
    version: 1,
  })
})

test('names come in the language that was asked for', async () => {
  const { id } = await staff.call(devices.create, draft({ regionCode: 'DE' }))
  const found = await server.as(staff.token, 'en').call(devices.find, { id })
  expect(found).toMatchObject({ equipTypeName: 'Portable power station', regionName: 'Germany' })
})

test('a used code is 409, and a wrong operator, model or region is named beside its field', async () => {
  const device = draft()
  await staff.call(devices.create, device)
  expect(await staff.ask(devices.create, device)).toMatchObject({
    code: 409,
    message: `设备编码 ${device.code} 已存在`,
  })
  const wrong: [Partial<NewDevice>, string][] = [
    [{ operatorId: 999_999 }, 'operatorId'],
    [{ equipModelId: 21 }, 'equipModelId'],
    [{ regionCode: 'nowhere' }, 'regionCode'],
    [{ regionCode: 'all' }, 'regionCode'],
  ]
  for (const [trait, path] of wrong) {
    const { code, data } = await staff.ask(devices.create, draft(trait))
    expect(code).toBe(422)
    expect(data).toMatchObject({ errors: [{ path }] })
  }
  expect(await staff.ask(devices.create, draft({ code: 'with space' }))).toMatchObject({ code: 422 })
})

test('a transfer takes the device and its active alarms to the other manufacturer', async () => {
  const { id, code } = await staff.call(devices.create, draft())
  await fleet.alarm({ id, code }, { code: '03012001', value: 1, level: 1, at: new Date().toISOString() })
  const theirs = await server.person({ organizationId: fleet.theirs.organizationId, roleIds: [3] })
  expect(await theirs.ask(devices.find, { id })).toMatchObject({ code: 404 })
  const heard = edited()
  await staff.call(devices.update, { id, ...draft({ code, operatorId: fleet.theirs.operatorId }) })
  expect(await heard).toBe(id)
  expect(await theirs.call(devices.find, { id })).toMatchObject({
    organizationId: fleet.theirs.organizationId,
    alarmCount: 1,
    version: 2,
  })
  expect(await maker.ask(devices.find, { id })).toMatchObject({ code: 404 })
})

test('a change against a stale version is 409; a region can be taken away', async () => {
  const device = draft({ regionCode: 'US-CA', longitude: 1.5, latitude: 2 })
  const { id } = await staff.call(devices.create, device)
  await staff.call(devices.update, { id, ...device, regionCode: null, longitude: null, version: 1 })
  const found = await staff.call(devices.find, { id })
  expect(found).toMatchObject({
    regionCode: null,
    regionName: null,
    longitude: null,
    latitude: 2,
    version: 2,
  })
  expect(await staff.ask(devices.update, { id, ...device, version: 1 })).toMatchObject({ code: 409 })
})

test('a new secret replaces the old one and is announced', async () => {
  const { id, secret } = await staff.call(devices.create, draft())
  const heard = edited()
  const renewed = await staff.call(devices.renewSecret, { id })
  expect(await heard).toBe(id)
  const credential = await credentialOf(id)
  expect(isSecret(Buffer.from(secret), credential)).toBe(false)
  expect(isSecret(Buffer.from(renewed.secret), credential)).toBe(true)
})

test('what was not committed is not announced', async () => {
  const { id } = await staff.call(devices.create, draft())
  const taken = draft()
  await staff.call(devices.create, taken)
  const heard = edited()
  expect(await staff.ask(devices.update, { id, ...taken })).toMatchObject({ code: 409 })
  const { id: other } = await staff.call(devices.create, draft())
  await staff.call(devices.remove, { id: other })
  expect(await heard).toBe(other)
  expect(await staff.ask(devices.find, { id: other })).toMatchObject({ code: 404 })
  expect(await staff.ask(devices.remove, { id: other })).toMatchObject({ code: 404 })
})

test('every filter of the list narrows it and its total', async () => {
  const { organizationId, operatorId } = fleet.theirs
  const own = (traits: Partial<NewDevice>) => staff.call(devices.create, draft({ operatorId, ...traits }))
  const a = await own({ code: 'FilterAB12', regionCode: '110105', status: 1 })
  const b = await own({ code: 'filterab34', regionCode: '310101', equipTypeId: 2, equipModelId: 21 })
  const c = await fleet.device(fleet.theirs, { isOnline: 1, silentSince: new Date().toISOString() })
  const all = { organizationId, operatorIds: [operatorId] }
  expect(await codes({ ...all, code: 'FILTERab' })).toEqual([b.code, a.code])
  expect(await codes({ ...all, code: 'rA' })).toEqual([b.code, a.code])
  expect(await codes({ ...all, code: '%' })).toEqual([])
  expect(await codes({ ...all, regionCode: '110000' })).toEqual([a.code])
  expect(await codes({ ...all, regionCode: '86' })).toEqual([b.code, a.code])
  expect(await codes({ ...all, regionCode: 'all', code: 'filter' })).toEqual([b.code, a.code])
  expect(await codes({ ...all, regionCode: 'unknown' })).toEqual([])
  expect(await codes({ ...all, equipTypeId: 2, equipModelIds: [21, 22] })).toEqual([b.code])
  expect(await codes({ ...all, status: 1 })).toEqual([a.code])
  expect(await codes({ ...all, isOnline: 1 })).toContain(c.code)
  expect(await codes({ ...all, isSilent: true })).toEqual([c.code])
  expect(await codes({ ...all, code: 'filter', hasAlarm: true })).toEqual([])
  expect(await codes({ ...all, code: 'filter', hasAlarm: false })).toEqual([b.code, a.code])
  const page = await staff.call(devices.list, { code: 'filterab', pageNum: 2, pageSize: 1 })
  expect(page).toMatchObject({ rows: [{ code: a.code }], total: 2 })
})

test('the state shows parts, parameters and boards; the history when it came and went', async () => {
  const { id } = await fleet.device(fleet.ours)
  await fleet.sql(
    `insert into device_parts (device_id, part_type, curr_sw_version, reported_at) values (${id}, 'bms', '1.4', now())`,
  )
  await fleet.sql(
    `insert into device_params (device_id, param_id, value, reported_at) values (${id}, '02121005', '95', now())`,
  )
  await fleet.sql(
    `insert into online_history (device_id, at, is_online, reason) values (${id}, now() - interval '1 min', 1, 'connected'),
      (${id}, now(), 0, 'timeout')`,
  )
  await fleet.sql(`insert into latest_values (device_id, board, unit, at, ts, received_at, numbers)
    values (${id}, 'bms', 0, now(), now(), now(), '{}')`)
  expect(await maker.call(devices.state, { equipId: id })).toMatchObject({
    isOnline: 1,
    boards: [{ board: 'bms' }],
    parts: [{ partType: 'bms', addrId: 0, currSwVersion: '1.4' }],
    params: [{ id: '02121005', value: '95' }],
  })
  expect(await maker.call(devices.connectionHistory, { equipId: id })).toMatchObject({
    rows: [{ isOnline: 0, reason: 'timeout' }, { isOnline: 1 }],
    total: 2,
  })
})

test('an operator with devices is not deleted, and says how many it has', async () => {
  const { id: operatorId } = await staff.call(operators.create, {
    name: '带设备',
    code: 'DEVS',
    organizationId: fleet.ours.organizationId,
  })
  const { id } = await staff.call(devices.create, draft({ operatorId }))
  expect(await staff.ask(operators.remove, { id: operatorId })).toMatchObject({
    code: 409,
    message: '运营商 带设备 名下还有 1 台设备，不能删除',
  })
  await staff.call(devices.remove, { id })
  await staff.call(operators.remove, { id: operatorId })
})
