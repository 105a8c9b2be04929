import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { type Report, storeReport } from './testing/reports.ts'

let server: TestServer
let planted: Manufacturers
let ours: Person
beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  ours = await server.person({ organizationId: planted.ours.organizationId, roleIds: [4] })
})
afterAll(() => server.stop())

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const isoAt = (ms: number) => new Date(ms).toISOString()
const floorTo = (at: number, step: number) => Math.floor(at / step) * step
const report = (deviceId: number, each: Report) => storeReport(planted, deviceId, each)

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
