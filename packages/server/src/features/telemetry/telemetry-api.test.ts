import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { type Board, catalogue, layoutOf } from '@wattkeeper/contracts/link'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

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

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const isoAt = (ms: number) => new Date(ms).toISOString()
const floorTo = (at: number, step: number) => Math.floor(at / step) * step

interface Report {
  readonly board: Board
  readonly ts: number
  readonly values: Record<string, unknown>
  readonly unit?: number
}

function stored({ board, values, unit = 0 }: Report) {
  const signals = unit === 0 ? catalogue[board].signals : catalogue.cabinet.units.signals
  const { numbers, extra } = layoutOf(signals)
  const beside = Object.fromEntries(
    extra.flatMap(({ name }) => (name in values ? [[name, values[name]]] : [])),
  )
  return {
    numbers: numbers.map(({ name }) => values[name] ?? null),
    extra: Object.keys(beside).length > 0 ? JSON.stringify(beside) : null,
  }
}

async function report(deviceId: number, each: Report): Promise<void> {
  const { numbers, extra } = stored(each)
  const key = [deviceId, each.board, each.unit ?? 0, isoAt(each.ts), numbers, extra]
  await planted.sql(
    `insert into telemetry (device_id, board, unit, ts, received_at, numbers, extra) values ($1, $2, $3, $4, now(), $5, $6)`,
    key,
  )
  await planted.sql(
    `insert into latest_values (device_id, board, unit, at, ts, received_at, numbers, extra) values ($1, $2, $3, $4, $4, now(), $5, $6)
     on conflict (device_id, board, unit) do update set at = excluded.at, ts = excluded.ts, numbers = excluded.numbers, extra = excluded.extra
     where latest_values.at < excluded.at`,
    key,
  )
}

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
  const { rejected: _, series, ...pages } = telemetry
  for (const route of Object.values(pages))
    expect(await theirs.ask(route, { equipId: id }), route.name).toMatchObject({
      code: 404,
      message: '设备不存在',
    })
  const asked = { equipId: id, board: 'sc', fields: ['soc'], startTime: isoAt(Date.now() - hour) }
  expect(await theirs.ask(series, asked)).toMatchObject({ code: 404 })
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

test('a series has aligned buckets without gaps, with least, greatest and mean', async () => {
  const { id } = await planted.device(planted.ours)
  const base = floorTo(Date.now() - 2 * hour, minute)
  for (const [ms, soc] of [
    [0, 10],
    [4_000, 20],
    [25_000, 70],
  ] as const)
    await report(id, { board: 'sc', ts: base + ms, values: { soc } })
  const series = await ours.call(telemetry.series, {
    equipId: id,
    board: 'sc',
    fields: ['soc', 'carPower'],
    startTime: isoAt(base),
    endTime: isoAt(base + 30_000),
    points: 3,
  })
  expect(series).toEqual({
    bucketMs: 10_000,
    at: [base, base + 10_000, base + 20_000],
    fields: {
      soc: { min: [10, null, 70], max: [20, null, 70], mean: [15, null, 70] },
      carPower: { min: [null, null, null], max: [null, null, null], mean: [null, null, null] },
    },
  })
})

test('a long series is made of roll-ups, and of raw data where there are none yet', async () => {
  const { id } = await planted.device(planted.ours)
  const now = server.clock.now()
  const today = floorTo(now, hour)
  await planted.sql(
    `insert into telemetry_hours select $1, 'bms', 0, $2, array[3, 0], array[10, null]::real[], array[40, null]::real[], array[20, null]::real[]`,
    [id, isoAt(today - 48 * hour)],
  )
  await planted.sql(
    `insert into telemetry_minutes select $1, 'bms', 0, $2, array[1], array[50]::real[], array[50]::real[], array[50]::real[]`,
    [id, isoAt(now - 20 * minute)],
  )
  await report(id, { board: 'bms', ts: now - second, values: { soc: 90 } })
  const series = await ours.call(telemetry.series, {
    equipId: id,
    board: 'bms',
    fields: ['soc'],
    startTime: isoAt(today - 72 * hour),
    points: 80,
  })
  expect(series.bucketMs).toBe(hour)
  const known = series.at.flatMap((at, index) => {
    const { min, max, mean } = series.fields['soc'] ?? { min: [], max: [], mean: [] }
    return mean[index] === null ? [] : [{ at, min: min[index], max: max[index], mean: mean[index] }]
  })
  expect(known[0]).toEqual({ at: today - 48 * hour, min: 10, max: 40, mean: 20 })
  expect(known.at(-1)).toMatchObject({ at: today, max: 90 })
  expect(Math.min(...known.slice(1).map(({ min }) => min ?? 0))).toBe(50)
})

test('a bay of a cabinet has a series of its own', async () => {
  const { id } = await planted.device(planted.ours, { typeId: 3, modelId: 31 })
  const ts = floorTo(Date.now(), minute) - hour
  await report(id, { board: 'cabinet', unit: 4, ts, values: { soc: 33 } })
  const asked = { equipId: id, board: 'cabinet', unit: 4, fields: ['soc'], startTime: isoAt(ts), points: 2 }
  const { fields } = await ours.call(telemetry.series, { ...asked, endTime: isoAt(ts + second) })
  expect(fields['soc']?.mean).toEqual([33])
})

test('a series of an unknown board or field, or of no time at all, is 422', async () => {
  const { id } = await planted.device(planted.ours)
  const startTime = isoAt(Date.now() - hour)
  const ask = (more: object) =>
    ours.ask(telemetry.series, { equipId: id, board: 'sc', fields: ['soc'], startTime, ...more })
  expect(await ask({ board: 'engine' })).toMatchObject({ code: 422, message: '没有名为 engine 的数据板' })
  expect(await ask({ fields: ['soc', 'nonsense'] })).toMatchObject({ code: 422 })
  expect(await ask({ board: 'pcs', fields: ['stateWord1'] })).toMatchObject({ code: 422 })
  expect(await ask({ endTime: startTime })).toMatchObject({ code: 422 })
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
