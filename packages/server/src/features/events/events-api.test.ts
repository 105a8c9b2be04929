import { type EventSelection, events } from '@wattkeeper/contracts/api/events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cellsOf, fetchFile } from '../../testing/files.ts'
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
  await planted.sql(
    `select ensure_partitions('events', 'month', now() - interval '70 days', now() + interval '2 days')`,
  )
  staff = await server.person()
  ours = await server.person({ organizationId: planted.ours.organizationId, roleIds: [3] })
  theirs = await server.person({ organizationId: planted.theirs.organizationId, roleIds: [3] })
})
beforeEach(async () => {
  await planted.sql('delete from events')
  await planted.sql('delete from devices')
  device = await planted.device(planted.ours)
  foreign = await planted.device(planted.theirs)
})
afterAll(() => server.stop())

type Search = Partial<EventSelection>

const minute = 60_000
const day = 24 * 60 * minute
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

interface Planted {
  readonly code?: string
  readonly value?: number
  readonly bit?: number
  readonly flag?: boolean
  readonly said?: string
  readonly at?: string
}

async function event({ id }: PlantedDevice, planting: Planted = {}): Promise<void> {
  const { code = '03011001', value = 2, bit = 1, flag = false, said, at = ago(minute) } = planting
  const isSaid = said !== undefined
  await planted.sql(
    `insert into events (device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       kind, semaphore_code, value, bit_position, flag, content, occurred_at)
     select id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path, $2, $3, $4, $5, $6, $7, $8
     from devices where id = $1`,
    [id, isSaid ? 'device' : 'alarm', code, isSaid ? 0 : value, isSaid ? null : bit, flag, said ?? null, at],
  )
}

const alter = ({ id }: PlantedDevice, values: string) =>
  planted.sql(`update devices set ${values} where id = $1`, [id])
const codesOf = async (who: Person, search: Search) =>
  (await who.call(events.list, search)).rows.map(({ equipCode }) => equipCode)

test('an event carries the names of signal, fault, model and operator in the reader’s language', async () => {
  await event(device)
  const [chinese] = (await ours.call(events.list)).rows
  expect(chinese).toMatchObject({
    equipId: device.id,
    equipCode: device.code,
    isOnline: 1,
    semaphoreName: '整机通讯与控制异常',
    faultName: 'BMS通讯丢失',
    content: null,
    equipModelName: '便携电源 P600',
    operatorName: expect.stringContaining('运营商') as string,
    flag: false,
  })
  const [english] = (await server.as(ours.token, 'en').call(events.list)).rows
  expect(english).toMatchObject({
    equipModelName: 'Portable P600',
    semaphoreName: 'Internal communication and control fault',
    faultName: 'BMS communication lost',
  })
})

test('what a device says in its own words, and what no catalogue knows, has a name', async () => {
  await event(device, { said: '3号仓门打开', code: 'door', flag: true, at: ago(minute) })
  await event(device, { said: '', code: 'restart', flag: true, at: ago(2 * minute) })
  await event(device, { code: 'X77', value: 64, bit: 6, at: ago(3 * minute) })
  expect((await ours.call(events.list)).rows).toMatchObject([
    { semaphoreName: '3号仓门打开', faultName: null, flag: true },
    { semaphoreName: 'restart', faultName: null },
    { semaphoreName: '未知告警（X77）', faultName: '未知故障（第 6 位）', flag: false },
  ])
})

test('events are of the last 30 days unless a start is given, newest first', async () => {
  for (const days of [2, 1, 40]) await event(device, { at: ago(days * day) })
  const { rows, total } = await ours.call(events.list)
  expect(total).toBe(2)
  expect(Date.parse(rows[0]?.occurrenceTime ?? '')).toBeGreaterThan(Date.parse(rows[1]?.occurrenceTime ?? ''))
  expect(await ours.call(events.list, { startTime: ago(60 * day) })).toMatchObject({ total: 3 })
  const old = { startTime: ago(60 * day), endTime: ago(30 * day) }
  expect(await ours.call(events.list, old)).toMatchObject({ total: 1 })
})

test('nobody sees events of another manufacturer, whatever they filter by', async () => {
  await event(foreign)
  const { organizationId, operatorId } = planted.theirs
  const filters: Search[] = [
    {},
    { organizationId },
    { operatorId: [operatorId] },
    { code: foreign.code },
    { modelIds: [11] },
  ]
  filters.push({ isOnline: 1 }, { alarmName: 'BMS' }, { regionCode: 'all' })
  for (const filter of filters) {
    expect(await ours.call(events.list, filter), JSON.stringify(filter)).toEqual({ rows: [], total: 0 })
    expect(await theirs.call(events.list, filter), JSON.stringify(filter)).toMatchObject({ total: 1 })
    expect(await staff.call(events.list, filter), JSON.stringify(filter)).toMatchObject({ total: 1 })
  }
})

test('every filter keeps what matches and drops what does not', async () => {
  await alter(device, `region_code = '110105', address = '望京SOHO塔1', status = 1`)
  await alter(
    foreign,
    `region_code = '310101', address = '南京东路100%号', status = 3, is_online = 0,
    equip_type_id = 2, equip_model_id = 21`,
  )
  await event(device)
  await event(foreign, { code: '03011003', value: 1, bit: 0, flag: true })
  const cases: readonly (readonly [Search, Search])[] = [
    [{ code: device.code }, { code: foreign.code }],
    [{ organizationId: planted.ours.organizationId }, { organizationId: planted.theirs.organizationId }],
    [{ operatorId: [planted.ours.operatorId] }, { operatorId: [planted.theirs.operatorId] }],
    [{ modelIds: [11, 12] }, { modelIds: [21] }],
    [{ status: 1 }, { status: 3 }],
    [{ isOnline: 1 }, { isOnline: 0 }],
    [{ regionCode: '110000' }, { regionCode: '310101' }],
    [{ regionCode: '110105' }, { regionCode: '310000' }],
    [{ regionName: '望京soho' }, { regionName: '100%' }],
    [{ alarmName: 'bms通讯' }, { alarmName: '03011003' }],
    [
      { modelIds: [11], status: 1, isOnline: 1, regionCode: '86', alarmName: '整机', regionName: '望京' },
      { operatorId: [planted.theirs.operatorId], isOnline: 0, regionCode: '310000', modelIds: [21] },
    ],
  ]
  for (const [one, other] of cases) {
    expect(await codesOf(staff, one), JSON.stringify(one)).toEqual([device.code])
    expect(await codesOf(staff, other), JSON.stringify(other)).toEqual([foreign.code])
  }
  for (const none of [
    { regionCode: 'nowhere' },
    { code: 'NOSUCH' },
    { regionName: '_京' },
    { alarmName: '%' },
  ])
    expect(await staff.call(events.list, none), JSON.stringify(none)).toEqual({ rows: [], total: 0 })
  for (const every of [{ regionCode: 'all' }, { regionCode: '86' }, { operatorId: [], modelIds: [] }])
    expect((await staff.call(events.list, every)).total, JSON.stringify(every)).toBe(2)
})

test('codes are whole, joined by commas, and may be a thousand', async () => {
  await event(device)
  await event(foreign)
  expect(await codesOf(staff, { code: `${device.code}, ${foreign.code},,${device.code}` })).toHaveLength(2)
  expect(await codesOf(staff, { code: device.code.slice(0, -1) })).toEqual([])
  const many = Array.from({ length: 1001 }, (_, at) => `NO${at}`)
  expect(await codesOf(staff, { code: [device.code, ...many.slice(0, 999)].join() })).toEqual([device.code])
  expect(await staff.ask(events.list, { code: many.join() })).toMatchObject({
    code: 422,
    message: '一次最多查询 1000 个设备编码',
  })
})

test('a part of what devices said in their own words finds it, beside the signals of that name', async () => {
  await event(device, { said: 'BMS restarted', code: 'restart', flag: true })
  await event(device, { code: '03011001', at: ago(2 * minute) })
  await event(device, { code: '03011003', value: 1, bit: 0, at: ago(3 * minute) })
  const page = await ours.call(events.list, { alarmName: 'bms' })
  expect(page.rows.map(({ semaphoreCode }) => semaphoreCode)).toEqual(['restart', '03011001'])
  expect(page.total).toBe(2)
})

test('a device that changed hands leaves its earlier events with the former owner, who finds them by its code', async () => {
  await event(device)
  const { organizationId, operatorId } = planted.theirs
  await alter(device, `organization_id = ${organizationId}, operator_id = ${operatorId}`)
  await event(device, { flag: true })
  for (const search of [{}, { code: device.code }]) {
    expect((await ours.call(events.list, search)).rows).toMatchObject([{ flag: false, isOnline: 0 }])
    expect((await theirs.call(events.list, search)).rows).toMatchObject([{ flag: true, isOnline: 1 }])
  }
})

test('who is narrowed to an operator or a region searches within it', async () => {
  await alter(device, `region_code = '110105'`)
  await event(device)
  await event(foreign)
  const operator = await server.person({ narrowing: { O: [String(planted.theirs.operatorId)] } })
  const region = await server.person({ narrowing: { R: ['110000'] } })
  expect(await codesOf(operator, {})).toEqual([foreign.code])
  expect(await codesOf(operator, { operatorId: [planted.ours.operatorId] })).toEqual([])
  expect(await codesOf(region, {})).toEqual([device.code])
  expect(await codesOf(region, { isOnline: 1 })).toEqual([device.code])
})

/** Many events of few instants, over many devices, without asking the triggers for each. */
const plantMany = (devices: number, each: number) =>
  planted.sql(
    `with made as (
       insert into devices (code, secret_hash, secret_salt, equip_type_id, equip_model_id, organization_id, operator_id, status)
       select 'MANY' || n, '', '', 1, 11, $1, $2, 3 from generate_series(1, $3) n
       returning id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path)
     insert into events (device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       kind, semaphore_code, value, flag, occurred_at)
     select made.*, 'alarm', '03011001', n, n % 2 = 0, date_trunc('second', now()) - (n / 3) * interval '1 minute'
     from made, generate_series(1, $4) n`,
    [planted.ours.organizationId, planted.ours.operatorId, devices, each],
  )

test.each<[string, number, number, Search]>([
  ['one device', 1, 10_050, { code: 'MANY1' }],
  ['several hundred devices', 300, 34, { status: 3 }],
  ['more devices than can be named', 5_100, 2, { status: 3 }],
])(
  'the cursor leads through all events of %s, each once, beyond the ten thousand that are counted',
  async (_, devices, each, filter) => {
    await plantMany(devices, each)
    const seen = new Set<number>()
    let cursor: string | undefined
    do {
      const page = await staff.call(events.list, {
        ...filter,
        pageSize: 500,
        ...(cursor !== undefined && { cursor }),
      })
      expect(page).toMatchObject({ total: 10_000, totalIsCapped: true })
      for (const { id } of page.rows) seen.add(id)
      cursor = page.next
    } while (cursor !== undefined)
    expect(seen.size).toBe(devices * each)
    const [second] = (await staff.call(events.list, { ...filter, pageNum: 2, pageSize: 20 })).rows
    const first = (await staff.call(events.list, { ...filter, pageSize: 50 })).rows
    expect(second).toEqual(first[20])
  },
)

test('the export holds exactly what the filter shows, in the reader’s language', async () => {
  await plantMany(30, 100)
  await event(device, { said: '门开', code: 'door', flag: true })
  const { bytes, name } = await fetchFile(server.app, events.exportAll, {
    token: ours.token,
    input: { status: 3 },
  })
  expect(name).toMatch(/^事件列表_\d{14}\.xlsx$/)
  const [header, ...rows] = await cellsOf(bytes)
  expect(header?.slice(0, 3)).toEqual(['设备编码', '在线状态', '事件内容'])
  expect(rows).toHaveLength(3_000)
  expect(new Set(rows.map((row) => row.join())).size).toBe(3_000)
  const all = await fetchFile(server.app, events.exportAll, { token: ours.token, language: 'en' })
  const [english, newest] = await cellsOf(all.bytes)
  expect(english?.slice(0, 3)).toEqual(['Device code', 'Online status', 'Event'])
  expect([english?.[7], newest?.[7]]).toEqual(['Normal or fault', 'Normal'])
})
