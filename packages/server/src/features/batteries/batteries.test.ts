import { batteries } from '@wattkeeper/contracts/api/batteries'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { storeReport } from '../telemetry/testing/reports.ts'

let server: TestServer
let planted: Manufacturers
let ours: Person
beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  ours = await server.person({ organizationId: planted.ours.organizationId, roleIds: [4] })
})
afterAll(() => server.stop())

const batteryOf = (isOnline: 0 | 1 = 1) => planted.device(planted.ours, { typeId: 4, modelId: 41, isOnline })
const minute = 60_000

test('an offline battery still shows what it said last, and when', async () => {
  const { id } = await batteryOf(0)
  const ts = Date.now() - 90 * minute
  await storeReport(planted, id, { board: 'battery', ts, values: { soc: 61, cellVolts: [3.25, 3.5] } })
  expect(await ours.call(batteries.info, { equipId: id })).toMatchObject({
    isOnline: 0,
    reportTime: new Date(ts).toISOString(),
    values: { soc: 61, cellVolts: [3.25, 3.5], soh: null },
  })
})

test('a battery’s stays fold repeated sightings, newest first, and name the cabinets that the caller sees', async () => {
  const { id } = await batteryOf()
  const cabinet = await planted.device(planted.ours, { typeId: 3, modelId: 31 })
  const foreign = await planted.device(planted.theirs, { typeId: 3, modelId: 31 })
  const start = Date.now() - 100 * minute
  const at = (minutes: number) => new Date(start + minutes * minute).toISOString()
  const sightings: [number, string, number][] = [
    [0, cabinet.code, 2],
    [5, cabinet.code, 2],
    [10, '', 0],
    [40, foreign.code, 1],
    [60, foreign.code, 3],
  ]
  for (const [minutes, code, bay] of sightings)
    await planted.sql('insert into battery_places values ($1, $2, $3, $4)', [id, at(minutes), code, bay])
  const page = await ours.call(batteries.stays, { equipId: id })
  expect(page).toEqual({
    total: 4,
    rows: [
      { cabinetCode: foreign.code, cabinetId: null, bay: 3, since: at(60), until: null },
      { cabinetCode: foreign.code, cabinetId: null, bay: 1, since: at(40), until: at(60) },
      { cabinetCode: '', cabinetId: null, bay: 0, since: at(10), until: at(40) },
      { cabinetCode: cabinet.code, cabinetId: cabinet.id, bay: 2, since: at(0), until: at(10) },
    ],
  })
  expect((await ours.call(batteries.stays, { equipId: id, pageNum: 2, pageSize: 3 })).rows).toHaveLength(1)
})

test('what has not reported has no values, what is no battery no information, and a stranger’s is not there', async () => {
  const { id } = await batteryOf()
  expect(await ours.call(batteries.info, { equipId: id })).toBeNull()
  const station = await planted.device(planted.ours)
  const foreign = await planted.device(planted.theirs, { typeId: 4, modelId: 41 })
  for (const route of [batteries.info, batteries.stays]) {
    expect(await ours.ask(route, { equipId: station.id })).toMatchObject({ code: 422 })
    expect(await ours.ask(route, { equipId: foreign.id })).toMatchObject({ code: 404 })
  }
})
