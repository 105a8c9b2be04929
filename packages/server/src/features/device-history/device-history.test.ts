import { deviceHistory } from '@wattkeeper/contracts/api/device-history'
import { devices } from '@wattkeeper/contracts/api/devices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, type PlantedDevice, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { availabilityOf } from './availability.ts'

let server: TestServer
let planted: Manufacturers
let staff: Person
let viewer: Person
beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  await planted.sql(
    `select ensure_partitions('events', 'month', now() - interval '2 days', now() + interval '2 days')`,
  )
  staff = await server.person()
  viewer = await server.person({ organizationId: planted.ours.organizationId, roleIds: [4] })
})
afterAll(() => server.stop())

const hour = 3_600_000
const base = Date.now() - 5 * hour
const iso = (minutes: number) => new Date(base + minutes * 60_000).toISOString()

const connect = ({ id }: PlantedDevice, minutes: number, isOnline: 0 | 1) =>
  planted.sql(
    `insert into online_history (device_id, at, is_online, reason) values ($1, $2, $3, 'connected')`,
    [id, iso(minutes), isOnline],
  )

const owned = `select id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path from devices where id = $1`
const columns =
  'device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path'

const event = ({ id }: PlantedDevice, minutes: number, { kind = 'alarm', code = '03011001', flag = false }) =>
  planted.sql(
    `with owned as (${owned}) insert into events (${columns}, kind, semaphore_code, value, bit_position, flag, content, occurred_at)
     select owned.*, $2, $3, 1, 0, $4, null, $5 from owned`,
    [id, kind, code, flag, iso(minutes)],
  )

const command = ({ id }: PlantedDevice, minutes: number) =>
  planted.sql(
    `with owned as (${owned}) insert into commands (${columns}, kind, body, signals, origin, source, state, result, created_at, finished_at, expires_at)
     select owned.*, 'set', '{"paramList": [{"id": "13001", "value": 1}]}', '{set:13001}', 'manual', 'manual', 'done', 1, $2, $2, $2 from owned`,
    [id, iso(minutes)],
  )

test('one line holds what happened to a device in its order, and pages through it without a gap', async () => {
  const device = await planted.device(planted.ours)
  await connect(device, 0, 1)
  await event(device, 10, {})
  await event(device, 10, { kind: 'device', code: 'DOOR' })
  await event(device, 20, { flag: true })
  await command(device, 30)
  await connect(device, 30, 0)
  const { entries, next } = await staff.call(deviceHistory.timeline, { equipId: device.id })
  expect(next).toBeNull()
  expect(entries.map(({ kind, at, flag }) => [kind, at, flag])).toEqual([
    ['command', iso(30), null],
    ['connection', iso(30), false],
    ['alarm', iso(20), true],
    ['event', iso(10), false],
    ['alarm', iso(10), false],
    ['connection', iso(0), true],
  ])
  expect(entries[0]).toMatchObject({ subject: 'set', names: ['13001=1'], result: 1 })
  expect(entries[2]?.subject).toBe('整机通讯与控制异常')
  const paged = []
  let cursor: string | undefined
  do {
    const page = await staff.call(deviceHistory.timeline, {
      equipId: device.id,
      pageSize: 1,
      ...(cursor !== undefined && { cursor }),
    })
    paged.push(...page.entries)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(paged).toEqual(entries)
})

test('an edit is in the line with who made it and which columns it changed, for whoever may read the audit', async () => {
  const device = await planted.device(planted.ours)
  const known = await staff.call(devices.find, { id: device.id })
  await staff.call(devices.update, { ...known, regionCode: null, address: '新地址 1 号' })
  const { entries } = await staff.call(deviceHistory.timeline, { equipId: device.id, kinds: ['edit'] })
  expect(entries).toMatchObject([{ kind: 'edit', subject: 'devices.update', names: ['address'] }])
  expect(entries[0]?.by).toMatch(/^人员/)
  const forViewer = await viewer.call(deviceHistory.timeline, { equipId: device.id })
  expect(forViewer.kinds).not.toContain('edit')
  expect(forViewer.entries).toEqual([])
})

test('a cursor that is none of this list is refused', async () => {
  const device = await planted.device(planted.ours)
  expect(await staff.ask(deviceHistory.timeline, { equipId: device.id, cursor: '1_9_1' })).toMatchObject({
    code: 422,
  })
})

test('availability counts from the first connection on', async () => {
  const device = await planted.device(planted.ours)
  const never = await viewer.call(deviceHistory.availability, { equipId: device.id })
  expect(never.windows).toEqual([24, 168, 720].map((hours) => ({ hours, share: null, drops: 0 })))
  await connect(device, 0, 1)
  await connect(device, 60, 0)
  await connect(device, 120, 1)
  const { windows, slices, sliceMs } = await viewer.call(deviceHistory.availability, {
    equipId: device.id,
    hours: 24,
  })
  expect(windows.map(({ drops }) => drops)).toEqual([1, 1, 1])
  expect(windows[0]?.share).toBeCloseTo(4 / 5, 2)
  expect(sliceMs).toBe(600_000)
  expect(slices).toHaveLength(144)
  expect(slices[0]).toBeNull()
  expect(slices.at(-1)).toBe(1)
  expect(slices.filter((share) => share === 0).length).toBeGreaterThanOrEqual(5)
})

test('how a device stood before the range counts from the range’s beginning', () => {
  const now = 1_000 * hour
  const { windows, slices } = availabilityOf(
    [
      { at: 0, isOnline: true },
      { at: now - 12 * hour, isOnline: false },
    ],
    24,
    now,
  )
  expect(windows.map(({ share }) => share)).toEqual([0.5, 156 / 168, 708 / 720])
  expect([slices[0], slices[71], slices[72], slices[143]]).toEqual([1, 1, 0, 0])
})
