import { cabinets } from '@wattkeeper/contracts/api/cabinets'
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

const cabinetOf = (isOnline: 0 | 1 = 1) => planted.device(planted.ours, { typeId: 3, modelId: 31, isOnline })

test('a cabinet’s picture is its newest message: bays that this did not name are not shown', async () => {
  const { id } = await cabinetOf()
  const battery = await planted.device(planted.ours, { typeId: 4, modelId: 41 })
  const foreign = await planted.device(planted.theirs, { typeId: 4, modelId: 41 })
  const [before, now] = [Date.now() - 60_000, Date.now()]
  const say = (unit: number, ts: number, values: Record<string, unknown>) =>
    storeReport(planted, id, { board: 'cabinet', unit, ts, values })
  await say(3, before, { occupied: 1 })
  await say(0, now, { smoke: 0, envTemp: 23.5 })
  await say(1, now, { occupied: 1, batteryCode: battery.code, doorOpen: 1, light: 6 })
  await say(2, now, { occupied: 1, batteryCode: foreign.code })
  const picture = await ours.call(cabinets.picture, { equipId: id })
  expect(picture).toMatchObject({
    reportTime: new Date(now).toISOString(),
    values: { smoke: 0, envTemp: 23.5, water: null },
    bays: [
      { bay: 1, batteryId: battery.id, values: { doorOpen: 1, light: 6, enabled: null } },
      { bay: 2, batteryId: null, values: { batteryCode: foreign.code } },
    ],
  })
})

test('an offline cabinet has no picture, and says so with the specified words', async () => {
  const { id } = await cabinetOf(0)
  expect(await ours.ask(cabinets.picture, { equipId: id })).toMatchObject({
    code: 409,
    message: '设备离线，无法查看或控制',
  })
})

test('a cabinet that has not reported has none yet, and what is no cabinet has none at all', async () => {
  const { id } = await cabinetOf()
  expect(await ours.call(cabinets.picture, { equipId: id })).toBeNull()
  const station = await planted.device(planted.ours)
  expect(await ours.ask(cabinets.picture, { equipId: station.id })).toMatchObject({ code: 422 })
  const foreign = await planted.device(planted.theirs, { typeId: 3, modelId: 31 })
  expect(await ours.ask(cabinets.picture, { equipId: foreign.id })).toMatchObject({ code: 404 })
})
