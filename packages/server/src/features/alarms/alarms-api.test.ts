import { alarms } from '@wattkeeper/contracts/api/alarms'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Manufacturers, type PlantedDevice, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let planted: Manufacturers
let staff: Person
let ours: Person
let theirs: Person
let device: PlantedDevice
let foreign: PlantedDevice
beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  staff = await server.person()
  ours = await server.person({ organizationId: planted.ours.organizationId, roleIds: [3] })
  theirs = await server.person({ organizationId: planted.theirs.organizationId, roleIds: [3] })
})
beforeEach(async () => {
  await planted.sql('delete from alarms')
  await planted.sql('delete from alarm_history')
  device = await planted.device(planted.ours)
  foreign = await planted.device(planted.theirs)
})
afterAll(() => server.stop())

const minute = 60_000
const day = 24 * 60 * minute
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const overheating = { code: '03011003', level: 3 }

test('a current alarm carries the names of signal, fault, model and operator in the reader’s language', async () => {
  await planted.alarm(device, { code: '03011001', value: 2, bit: 1, level: 2, at: ago(minute) })
  const [chinese] = (await ours.call(alarms.current)).rows
  expect(chinese).toMatchObject({
    equipId: device.id,
    equipCode: device.code,
    equipModelName: '便携电源 P600',
    operatorName: expect.stringContaining('运营商') as string,
    semaphoreName: '整机通讯与控制异常',
    faultName: 'BMS通讯丢失',
    value: 2,
    level: 2,
    status: 1,
    recoveryTime: null,
    acknowledgedAt: null,
  })
  const [english] = (await server.as(ours.token, 'en').call(alarms.current)).rows
  expect(english).toMatchObject({
    equipModelName: 'Portable P600',
    semaphoreName: 'Internal communication and control fault',
    faultName: 'BMS communication lost',
  })
})

test('what no catalogue knows comes with a name that says so', async () => {
  await planted.alarm(device, { code: 'X77', value: 7, level: null, at: ago(minute) })
  await planted.alarm(device, { code: '03011001', value: 2 ** 30, bit: 30, level: 2, at: ago(2 * minute) })
  expect((await ours.call(alarms.current)).rows).toMatchObject([
    { semaphoreName: '未知告警（X77）', faultName: '未知故障（值 7）', level: null },
    { semaphoreName: '整机通讯与控制异常', faultName: '未知故障（第 30 位）', value: 2 ** 30 },
  ])
})

test('a device’s page shows its active alarms, and no device out of scope', async () => {
  await planted.alarm(device, { ...overheating, value: 1, bit: 0, at: ago(minute) })
  await planted.alarm(await planted.device(planted.ours), {
    ...overheating,
    value: 1,
    bit: 0,
    at: ago(minute),
  })
  const page = await ours.call(alarms.ofDevice, { equipId: device.id })
  expect(page).toMatchObject({ total: 1, rows: [{ equipId: device.id }] })
  expect(await theirs.ask(alarms.ofDevice, { equipId: device.id })).toMatchObject({ code: 404 })
})

test('alarms of another manufacturer are in no list', async () => {
  await planted.alarm(foreign, { ...overheating, value: 1, bit: 0, at: ago(minute) })
  await planted.alarm(foreign, { ...overheating, value: 1, bit: 0, at: ago(day), until: ago(minute) })
  for (const route of [alarms.current, alarms.history]) {
    expect(await ours.call(route), route.name).toEqual({ rows: [], total: 0 })
    expect(await ours.call(route, planted.theirs), route.name).toEqual({ rows: [], total: 0 })
    expect(await theirs.call(route), route.name).toMatchObject({ total: 1 })
    expect(await staff.call(route), route.name).toMatchObject({ total: 1 })
  }
})

test('history is of the last 30 days unless a start is given, newest first', async () => {
  for (const days of [2, 1, 40])
    await planted.alarm(device, {
      ...overheating,
      value: 1,
      bit: 0,
      at: ago(days * day),
      until: ago(days * day - minute),
    })
  const { rows } = await ours.call(alarms.history)
  expect(rows.map(({ status, recoveryTime }) => [status, recoveryTime !== null])).toEqual([
    [0, true],
    [0, true],
  ])
  expect(rows.map(({ occurrenceTime }) => occurrenceTime)).toEqual(
    rows
      .map(({ occurrenceTime }) => occurrenceTime)
      .toSorted()
      .reverse(),
  )
  expect(await ours.call(alarms.history, { startTime: ago(60 * day) })).toMatchObject({ total: 3 })
  expect(await ours.call(alarms.history, { startTime: ago(60 * day), endTime: ago(30 * day) })).toMatchObject(
    {
      total: 1,
    },
  )
})

test('level, operator, model and device narrow a list', async () => {
  await planted.alarm(device, { ...overheating, value: 1, bit: 0, at: ago(minute) })
  await planted.alarm(foreign, { code: '03011001', value: 1, bit: 0, level: 2, at: ago(minute) })
  const totals = async (filter: object) => (await staff.call(alarms.current, filter)).total
  expect(await totals({})).toBe(2)
  expect(await totals({ level: 2 })).toBe(1)
  expect(await totals({ operatorId: planted.ours.operatorId })).toBe(1)
  expect(await totals({ organizationId: planted.theirs.organizationId, level: 3 })).toBe(0)
  expect(await totals({ modelIds: [11] })).toBe(2)
  expect(await totals({ modelIds: [12, 13] })).toBe(0)
  expect(await totals({ modelIds: [] })).toBe(2)
  expect(await totals({ equipId: device.id })).toBe(1)
})

test('content finds a part of the signal’s name, the fault’s name in either language, or the device code', async () => {
  for (const until of [undefined, ago(minute)]) {
    await planted.alarm(device, { code: '03011001', value: 2, bit: 1, level: 2, at: ago(2 * minute), until })
    await planted.alarm(foreign, { ...overheating, value: 1, bit: 0, at: ago(3 * minute), until })
  }
  for (const route of [alarms.current, alarms.history]) {
    const codes = async (content: string) =>
      (await staff.call(route, { content })).rows.map(({ equipCode }) => equipCode)
    expect(await codes('整机通讯')).toEqual([device.code])
    expect(await codes('bms通讯')).toEqual([device.code])
    expect(await codes('BMS comm')).toEqual([device.code])
    expect(await codes('显示屏通讯')).toEqual([])
    expect(await codes(foreign.code.toLowerCase())).toEqual([foreign.code])
    expect(await codes('%')).toEqual([])
    expect(await ours.call(route, { content: foreign.code })).toMatchObject({ total: 0 })
  }
})

test('history is counted to ten thousand; a cursor leads through rows of the same instant', async () => {
  await planted.sql(
    `insert into alarm_history (id, device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       semaphore_code, value, bit_position, alarm_level, occurred_at, recovered_at)
     select nextval('alarm_ids'), $1, $2, $3, $4, 1, 11, '{}', '03011001', n, null, 2, date_trunc('second', now()) - (n / 3000) * interval '1 minute', now()
     from generate_series(1, 10050) n`,
    [device.id, device.code, planted.ours.organizationId, planted.ours.operatorId],
  )
  const seen = new Set<number>()
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await ours.call(alarms.history, { pageSize: 500, ...(cursor !== undefined && { cursor }) })
    expect(page).toMatchObject({ total: 10_000, totalIsCapped: true })
    for (const { id } of page.rows) seen.add(id)
    cursor = page.next
    pages += 1
  } while (cursor !== undefined)
  expect([seen.size, pages]).toEqual([10_050, 21])
  expect((await ours.call(alarms.history, { pageSize: 500, pageNum: 21 })).rows).toEqual([])
})

test('the detail explains every set bit, a value, and what nobody knows', async () => {
  const codes = [
    { alarmCode: '03011001', code: 0b11 },
    { alarmCode: '03011001', code: String(2 ** 31) },
    { alarmCode: 'X77', code: 9 },
    { alarmCode: '03011003', code: 0 },
  ]
  const faults = await ours.call(alarms.detail, { alarmCodes: codes, classify: '1' })
  expect(faults).toEqual([
    {
      code: '03011001',
      equipClassify: 1,
      name: '显示屏通讯丢失',
      type: 'COMM',
      typeName: '通讯',
      bitPosition: 0,
    },
    {
      code: '03011001',
      equipClassify: 1,
      name: 'BMS通讯丢失',
      type: 'COMM',
      typeName: '通讯',
      bitPosition: 1,
    },
    {
      code: '03011001',
      equipClassify: 1,
      name: '未知故障（第 31 位）',
      type: '',
      typeName: '',
      bitPosition: 31,
    },
    { code: 'X77', equipClassify: 1, name: '未知故障（值 9）', type: '', typeName: '', bitPosition: null },
  ])
  expect(await ours.ask(alarms.detail, { alarmCodes: [], classify: 1 })).toMatchObject({ code: 422 })
})

test('an acknowledged alarm says by whom, when and why; a second time is refused with the name', async () => {
  const id = await planted.alarm(device, { ...overheating, value: 1, bit: 0, at: ago(minute) })
  const changed = new Promise((resolve) => server.services.bus.hear('alarmsChanged', resolve))
  await staff.call(alarms.acknowledge, { id, note: '  已派人 ' })
  const [alarm] = (await ours.call(alarms.current)).rows
  expect(alarm).toMatchObject({
    acknowledgedBy: expect.stringContaining('人员') as string,
    acknowledgeNote: '已派人',
  })
  expect(Date.parse(alarm?.acknowledgedAt ?? '')).toBeGreaterThan(Date.now() - minute)
  expect(await changed).toEqual({ deviceIds: [device.id], opened: 0, closed: 0 })
  expect(await ours.ask(alarms.acknowledge, { id })).toMatchObject({
    code: 409,
    message: `告警已由 ${alarm?.acknowledgedBy} 确认`,
  })
  const changes = await planted.sql<{ after: { ack_note: string } }>(
    `select after from audit_changes where object = 'alarms' and object_id = $1`,
    [String(id)],
  )
  expect(changes).toMatchObject([{ after: { ack_note: '已派人' } }])
})

test('nobody acknowledges what is out of scope, gone or over, and no viewer acknowledges', async () => {
  const [active, over] = [
    await planted.alarm(foreign, { ...overheating, value: 1, bit: 0, at: ago(minute) }),
    await planted.alarm(device, {
      ...overheating,
      value: 1,
      bit: 0,
      at: ago(2 * minute),
      until: ago(minute),
    }),
  ]
  expect(await ours.ask(alarms.acknowledge, { id: active })).toMatchObject({
    code: 404,
    message: '告警不存在',
  })
  expect(await ours.ask(alarms.acknowledge, { id: over })).toMatchObject({
    code: 409,
    message: '告警已恢复，无需确认',
  })
  const viewer = await server.person({ organizationId: planted.theirs.organizationId, roleIds: [4] })
  expect(await viewer.ask(alarms.acknowledge, { id: active })).toMatchObject({ code: 403 })
  expect((await theirs.call(alarms.current)).rows).toMatchObject([{ acknowledgedAt: null }])
})
