import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { type Report, storeReport } from './testing/reports.ts'

let server: TestServer
let planted: Manufacturers
let staff: Person
let ours: Person
let theirs: Person
beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  staff = await server.person()
  ours = await server.person({ organizationId: planted.ours.organizationId, roleIds: [4] })
  theirs = await server.person({ organizationId: planted.theirs.organizationId, roleIds: [4] })
})
afterAll(() => server.stop())

const minute = 60_000
const hour = 60 * minute
const isoAt = (ms: number) => new Date(ms).toISOString()
const floorTo = (at: number, step: number) => Math.floor(at / step) * step

const report = (deviceId: number, each: Report) => storeReport(planted, deviceId, each)

test('a board’s page is newest first, under the catalogue’s names, and null where nothing was reported', async () => {
  const { id } = await planted.device(planted.ours)
  const now = Date.now()
  await report(id, { board: 'pcs', ts: now - 2 * minute, values: { acPower: 80 } })
  await report(id, {
    board: 'pcs',
    ts: now - minute,
    values: { acPower: -120.5, stateWord1: 0xffff_ffff, softwareVersion: 'V1.2' },
  })
  const page = await ours.call(telemetry.pcs, { equipId: id })
  expect(page.total).toBe(2)
  expect(page.rows.map(({ createTime }) => createTime)).toEqual([
    isoAt(now - minute),
    isoAt(now - 2 * minute),
  ])
  expect(page.rows[0]).toMatchObject({
    acPower: -120.5,
    stateWord1: 0xffff_ffff,
    softwareVersion: 'V1.2',
    acVoltage: null,
    stateWord2: null,
  })
})

test('a page is bounded by the time that was asked for, both ends included', async () => {
  const { id } = await planted.device(planted.ours)
  const base = floorTo(Date.now(), minute) - hour
  for (const n of [0, 1, 2, 3]) await report(id, { board: 'sc', ts: base + n * minute, values: { soc: n } })
  const range = { startTime: isoAt(base + minute), endTime: isoAt(base + 2 * minute) }
  const page = await ours.call(telemetry.sc, { equipId: id, ...range })
  expect(page.rows.map(({ soc }) => soc)).toEqual([2, 1])
})

test('a board is counted to ten thousand; a cursor leads beyond', async () => {
  const { id } = await planted.device(planted.ours)
  await planted.sql(
    `insert into telemetry select $1, 'battery', 0, now() - n * interval '1 second', now(), array[n]::real[] from generate_series(1, 10020) n`,
    [id],
  )
  const last = await ours.call(telemetry.battery, { equipId: id, pageNum: 20, pageSize: 500 })
  expect(last).toMatchObject({ total: 10_000, totalIsCapped: true })
  expect(last.rows).toHaveLength(500)
  const beyond = await ours.call(telemetry.battery, { equipId: id, pageSize: 500, cursor: last.next ?? '' })
  expect(beyond.rows.map(({ soc }) => soc)).toEqual(Array.from({ length: 20 }, (_, n) => 10_001 + n))
  expect(beyond.next).toBeUndefined()
  expect((await ours.call(telemetry.battery, { equipId: id, pageNum: 9_000 })).rows).toEqual([])
  expect(await ours.ask(telemetry.battery, { equipId: id, cursor: 'nonsense' })).toMatchObject({ code: 422 })
})

test('a cabinet’s row holds its bays, as they were at the same instant', async () => {
  const { id } = await planted.device(planted.ours, { typeId: 3, modelId: 31 })
  const [older, newer] = [Date.now() - 2 * minute, Date.now() - minute]
  await report(id, { board: 'cabinet', ts: older, values: { envTemp: 20 } })
  await report(id, { board: 'cabinet', ts: newer, values: { envTemp: 21.5 } })
  await report(id, { board: 'cabinet', unit: 2, ts: newer, values: { occupied: 0 } })
  await report(id, { board: 'cabinet', unit: 1, ts: newer, values: { soc: 80, batteryCode: 'BT1' } })
  const { rows } = await ours.call(telemetry.cabinet, { equipId: id })
  expect(rows).toMatchObject([
    {
      envTemp: 21.5,
      bays: [
        { bay: 1, soc: 80, batteryCode: 'BT1', occupied: null },
        { bay: 2, occupied: 0, batteryCode: null },
      ],
    },
    { envTemp: 20, bays: [] },
  ])
})

test('a list stays a list', async () => {
  const { id } = await planted.device(planted.ours, { typeId: 4, modelId: 41 })
  await report(id, { board: 'battery', ts: Date.now(), values: { cellVolts: [3.301, 3.298] } })
  const { rows } = await ours.call(telemetry.battery, { equipId: id })
  expect(rows[0]).toMatchObject({ cellVolts: [3.301, 3.298], cabinetCode: null })
})

test('basic running data names the alarms that were active at its time', async () => {
  const { id, code } = await planted.device(planted.ours, { typeId: 2, modelId: 21 })
  const now = Date.now()
  for (const ago of [3, 2, 1])
    await report(id, { board: 'basic', ts: now - ago * minute, values: { bmsSOC: 50 } })
  const owner = `${id}, '${code}', ${planted.ours.organizationId}, ${planted.ours.operatorId}, 2, 21, '{}'`
  const columns =
    'device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path, semaphore_code, value'
  await planted.sql(`insert into alarms (${columns}, occurred_at) values (${owner}, 'NOBODY_KNOWS', 5, $1)`, [
    isoAt(now - 1.5 * minute),
  ])
  await planted.sql(
    `insert into alarm_history (id, ${columns}, occurred_at, recovered_at) values (nextval('alarm_ids'), ${owner}, '03011001', 1, $1, $2)`,
    [isoAt(now - 2.5 * minute), isoAt(now - 1.2 * minute)],
  )
  const { rows } = await ours.call(telemetry.basic, { equipId: id })
  expect(rows.map(({ equipAlarms }) => equipAlarms)).toEqual([
    [{ semaphoreCode: 'NOBODY_KNOWS', semaphoreName: '未知告警（NOBODY_KNOWS）' }],
    [{ semaphoreCode: '03011001', semaphoreName: '整机通讯与控制异常' }],
    [],
  ])
})

test('the live view follows its formulas, and says null of what no board reports', async () => {
  const { id } = await planted.device(planted.ours)
  const ts = Date.now()
  await report(id, {
    board: 'sc',
    ts,
    values: { soc: 61, usbA1Power: 5, usbA2Power: 7.5, acSwitch: 1, dcSwitch: 0 },
  })
  await report(id, { board: 'bms', ts, values: { soc: 60, voltage: 51.2, current: -3.5 } })
  await report(id, { board: 'pcs', ts, values: { acPower: -350 } })
  await report(id, { board: 'mppt', ts, values: { pvVoltage: 40, pvCurrent: 2.5 } })
  expect(await ours.call(telemetry.live, { equipId: id })).toEqual({
    soc: 61,
    totalU: 51.2,
    totalI: -3.5,
    outputPower: null,
    wirelessChargePower: null,
    usbaOutputPower: 12.5,
    fastChargeOutputPower: null,
    typeC1OutputPower: null,
    typeC2OutputPower: null,
    clOutputPower: null,
    andersonOutputPower: null,
    otherOutputPower: null,
    inverterOutputPower: 350,
    inputPower: null,
    pcsInputPower: 0,
    mpptPower: 100,
    lightLineStatus: null,
    usbStatus: null,
    dcStatus: 0,
    acStatus: 1,
  })
})

test('a device out of scope does not exist, on any page', async () => {
  const { id } = await planted.device(planted.ours)
  await report(id, { board: 'sc', ts: Date.now(), values: { soc: 1 } })
  const { rejected: _, series, exportAll, ...pages } = telemetry
  for (const route of Object.values(pages))
    expect(await theirs.ask(route, { equipId: id }), route.name).toMatchObject({
      code: 404,
      message: '设备不存在',
    })
  const asked = { equipId: id, board: 'sc', fields: ['soc'], startTime: isoAt(Date.now() - hour) }
  expect(await theirs.ask(series, asked)).toMatchObject({ code: 404 })
  expect(await theirs.ask(exportAll, { ...asked, tab: 'sc' })).toMatchObject({ code: 404 })
  expect(await staff.call(telemetry.sc, { equipId: id })).toMatchObject({ total: 1 })
})

test('a narrowed member of staff sees the boards of devices within the narrowing only', async () => {
  const { id } = await planted.device(planted.ours)
  const of = (operatorId: number) => server.person({ roleIds: [2], narrowing: { O: [String(operatorId)] } })
  await report(id, { board: 'sc', ts: Date.now(), values: { soc: 1 } })
  expect(await (await of(planted.ours.operatorId)).call(telemetry.sc, { equipId: id })).toMatchObject({
    total: 1,
  })
  expect(await (await of(planted.theirs.operatorId)).ask(telemetry.sc, { equipId: id })).toMatchObject({
    code: 404,
  })
})

test('staff read rejected messages with their reason; a manufacturer’s page shows those of its devices', async () => {
  const [mine, other] = [await planted.device(planted.ours), await planted.device(planted.theirs)]
  for (const { id, code } of [mine, other])
    await planted.sql(
      `insert into quarantine (received_at, device_id, device_code, topic, reason, detail, payload)
       values (now(), $1, $2, 'v1/' || $2 || '/telemetry', 'notJson', 'Unexpected token', '{oops')`,
      [id, code],
    )
  const page = await staff.call(telemetry.rejected, { deviceCode: mine.code.toLowerCase() })
  expect(page.rows).toMatchObject([{ deviceCode: mine.code, reason: 'notJson', payload: '{oops' }])
  expect(await ours.ask(telemetry.rejected)).toMatchObject({ code: 403 })
  const diagnostician = await server.person({ organizationId: planted.ours.organizationId, roleIds: [2] })
  const seen = await diagnostician.call(telemetry.rejected)
  expect(seen.rows.map(({ deviceCode }) => deviceCode)).toEqual([mine.code])
})
