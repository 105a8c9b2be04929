import { api } from '@wattkeeper/contracts'
import type { Envelope, Route } from '@wattkeeper/contracts/kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBook } from './platform/excel/index.ts'
import { cellsOf, fetchFile, sendFile } from './testing/files.ts'
import {
  type ScopedDevice,
  type ScopedFleet,
  type Viewer,
  answerForReport,
  everyKind,
  plantScopedFleet,
  sees,
  seesOperator,
  viewers,
} from './testing/scoped-fleet.ts'
import { change, page, probes, routes } from './testing/scope-probes.ts'
import { type Person, type TestServer, startTestServer } from './testing/server.ts'

let server: TestServer
let fleet: ScopedFleet

beforeAll(async () => {
  server = await startTestServer()
  fleet = await plantScopedFleet(server)
  answerForReport(server)
})
afterAll(() => server.stop())

const patientMs = 240_000
const routeOf = (name: string): Route => {
  const route = routes.get(name)
  if (!route) throw new Error(`There is no route ${name}: take its probe away.`)
  return route
}
const personOf = ({ organizationId, narrowing }: Viewer) => server.person({ organizationId, narrowing })
const valuesOf = ({ data }: Envelope, field: string): unknown[] =>
  (data as object[]).map((row): unknown => Reflect.get(row, field))
const sorted = (values: readonly unknown[]) => [...values].map(String).sort()

/** Runs a check for many viewers; each is a new user with the data permissions of the case. */
const forViewers = (check: (viewer: Viewer, person: Person) => Promise<void>, numRuns = 15) =>
  fc.assert(
    fc.asyncProperty(viewers(fleet), async (viewer) => check(viewer, await personOf(viewer))),
    { numRuns, endOnFailure: true, examples: everyKind(fleet).map((viewer): [Viewer] => [viewer]) },
  )

test('every route of the contract says how its scope is proven, and no other does', () => {
  expect([...routes.keys()].filter((name) => !(name in probes))).toEqual([])
  expect(Object.keys(probes).filter((name) => !routes.has(name))).toEqual([])
})

test(
  'every list and its total hold exactly what the caller sees',
  () =>
    forViewers(async (viewer, person) => {
      const visible = fleet.devices.filter((device) => sees(viewer, device))
      const operators = fleet.operators.filter((operator) => seesOperator(viewer, operator))
      const makers = fleet.organizationIds.filter((id) =>
        viewer.organizationId === 1
          ? !viewer.narrowing.O || operators.some(({ organizationId }) => organizationId === id)
          : id === viewer.organizationId,
      )
      const model = {
        devices: visible.map(({ id }) => id),
        codes: visible.map(({ code }) => code),
        operators: operators.map(({ id }) => id),
        organizations: makers,
      }
      for (const [name, probe] of Object.entries(probes)) {
        if (typeof probe === 'string' || !('lists' in probe)) continue
        const route = routeOf(name)
        const answer = await person.ask(route, 'x-page' in route.output ? page : {})
        const expected = model[probe.lists]
        expect({ name, code: answer.code, shown: sorted(valuesOf(answer, probe.by)) }).toEqual({
          ...{ name, code: 200 },
          shown: sorted(expected),
        })
        if ('x-page' in route.output)
          expect({ name, total: answer.total }).toEqual({ name, total: expected.length })
      }
    }),
  patientMs,
)

test(
  'what belongs to one device is read by whoever sees it, and is 404 for everybody else',
  () =>
    forViewers(async (viewer, person) => {
      const seen = fleet.devices.filter((device) => sees(viewer, device))
      const unseen = fleet.devices.filter((device) => !sees(viewer, device))
      for (const [name, probe] of Object.entries(probes)) {
        if (typeof probe === 'string' || 'lists' in probe) continue
        const input = 'reads' in probe ? probe.reads : probe.writes
        const codeFor = async (device: ScopedDevice) => (await person.ask(routeOf(name), input(device))).code
        const foreign = unseen[unseen.length - 1]
        if (foreign) expect({ name, code: await codeFor(foreign) }).toEqual({ name, code: 404 })
        if (unseen[0]) expect({ name, code: await codeFor(unseen[0]) }).toEqual({ name, code: 404 })
        if ('reads' in probe && seen[0])
          expect({ name, code: await codeFor(seen[0]) }).toEqual({ name, code: 200 })
      }
    }),
  patientMs,
)

test(
  'the dashboard counts what the caller sees',
  () =>
    forViewers(async (viewer, person) => {
      const visible = fleet.devices.filter((device) => sees(viewer, device))
      const online = visible.filter(({ isOnline }) => isOnline === 1).length
      expect(await person.call(api.dashboard.counts)).toEqual({
        onlineCount: online,
        offlineCount: visible.length - online,
        alarmCount: visible.length,
      })
      const duty = await person.call(api.dashboard.duty)
      expect(duty.silentCount).toBe(online)
      const silent = new Set(visible.map(({ id }) => id))
      expect(duty.silent.filter(({ id }) => !silent.has(id))).toEqual([])
      expect(duty.byLevel.reduce((sum, { active }) => sum + active, 0)).toBe(visible.length)
      expect(duty.raised.reduce((sum, { count }) => sum + count, 0)).toBe(2 * visible.length)
    }),
  patientMs,
)

test(
  'the rate of a model counts what the caller sees',
  async () => {
    const parts = fleet.devices.map(({ id }) => ({ deviceId: id, partType: 'bms', currSwVersion: '1.0' }))
    const reportedAt = new Date().toISOString()
    await server.database.system
      .insertInto('deviceParts')
      .values(parts.map((part) => ({ ...part, reportedAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await forViewers(async (viewer, person) => {
      for (const equipTypeId of [1, 3]) {
        const visible = fleet.devices.filter(
          (device) => device.equipTypeId === equipTypeId && sees(viewer, device),
        )
        const rates = await person.call(api.modelUpgrades.rate, { equipModelId: equipTypeId * 10 + 1 })
        const total = rates.find(({ partType }) => partType === 'bms')?.total ?? 0
        expect({ equipTypeId, total }).toEqual({ equipTypeId, total: visible.length })
      }
    }, 8)
  },
  patientMs,
)

test(
  'the map draws, counts and shades what the caller sees',
  () =>
    forViewers(async (viewer, person) => {
      const visible = fleet.devices.filter((device) => sees(viewer, device))
      const world = { west: -180, south: -90, east: 180, north: 90, zoom: 3 }
      const view = await person.call(api.fleetMap.view, world)
      expect({ total: view.total, unplaced: view.unplaced }).toEqual({
        total: visible.length,
        unplaced: visible.length,
      })
      const inChina = visible.filter(({ regionPath }) => regionPath.includes('86'))
      const provinces = await person.call(api.fleetMap.regions, { level: 'province' })
      const count = (key: 'devices' | 'faulty') =>
        provinces.filter(({ code }) => code !== 'DE').reduce((sum, each) => sum + each[key], 0)
      expect([count('devices'), count('faulty')]).toEqual([inChina.length, inChina.length])
    }, 8),
  patientMs,
)

test(
  'the live stream counts and names what the caller sees',
  () =>
    forViewers(async (viewer, { token }) => {
      const visible = fleet.devices.filter((device) => sees(viewer, device))
      const online = visible.filter(({ isOnline }) => isOnline === 1).length
      const counts = await firstCounts(token)
      expect(counts).toMatchObject({
        onlineCount: online,
        offlineCount: visible.length - online,
        alarmCount: visible.length,
        activeAlarms: visible.length,
      })
    }, 8),
  patientMs,
)

/** The first counts that a live stream tells. */
async function firstCounts(token: string): Promise<unknown> {
  const answer = await server.app.inject({
    url: api.live.events.path,
    headers: { authorization: token },
    payloadAsStream: true,
  })
  let text = ''
  for await (const chunk of answer.stream()) {
    text += String(chunk)
    const told = /^data: (\{"type":"counts".*\})$/m.exec(text)?.[1]
    if (told !== undefined) return JSON.parse(told) as unknown
  }
  return undefined
}

test(
  'an export holds what the caller sees, a template names the operators that the caller sees',
  () =>
    forViewers(async (viewer, { token }) => {
      const visible = fleet.devices.filter((device) => sees(viewer, device)).map(({ code }) => code)
      const { bytes } = await fetchFile(server.app, api.devices.exportAll, { token })
      const rows = await cellsOf(bytes)
      expect(sorted(rows.slice(1).map(([code]) => code))).toEqual(sorted(visible))
      const events = await cellsOf((await fetchFile(server.app, api.events.exportAll, { token })).bytes)
      expect(sorted(events.slice(1).map(([code]) => code))).toEqual(sorted(visible))
      const template = await fetchFile(server.app, api.devices.importTemplate, { token })
      const cells = await cellsOf(template.bytes, 1)
      const named = new Set(cells.map(([first]) => first))
      expect(fleet.operators.filter(({ code }) => named.has(code))).toEqual(
        fleet.operators.filter((operator) => seesOperator(viewer, operator)),
      )
    }, 8),
  patientMs,
)

const headers = ['设备编码', '设备类型', '设备型号', '运营商编码']

test('a manufacturer’s user makes, moves and imports no device for another’s operator', async () => {
  const [ours, theirs] = fleet.organizationIds.map((organizationId) =>
    fleet.operators.find((operator) => operator.organizationId === organizationId),
  )
  if (!ours || !theirs) throw new Error('two manufacturers were planted')
  const maker = await server.person({ organizationId: ours.organizationId, roleIds: [3] })
  const mine = fleet.devices.find(({ operatorId }) => operatorId === ours.id)
  if (!mine) throw new Error('each operator was given devices')
  const foreign = { ...change(mine), operatorId: theirs.id }
  expect(await maker.ask(api.devices.create, { ...foreign, code: 'SCOPED1' })).toMatchObject({ code: 422 })
  expect(await maker.ask(api.devices.update, foreign)).toMatchObject({ code: 422, message: '运营商不存在' })
  const bytes = await writeBook([
    {
      name: 'x',
      columns: headers.map((header) => ({ header, width: 9 })),
      rows: [['SCOPED2', '便携储能电源', '便携电源 P600', theirs.code]],
    },
  ])
  expect(await sendFile(server.app, api.devices.importAll, { token: maker.token, bytes })).toMatchObject({
    code: 422,
    data: { errors: [{ path: 'rows.2.operatorId', message: '运营商不存在' }] },
  })
})

test('another’s operators and manufacturers do not exist for a manufacturer’s user', async () => {
  const [ourId = 0, theirId = 0] = fleet.organizationIds
  // even one who holds every permission
  const maker = await server.person({ organizationId: ourId })
  const theirs = fleet.operators.find(({ organizationId }) => organizationId === theirId)?.id ?? 0
  expect(await maker.ask(api.operators.update, { id: theirs, name: 'x', code: 'X' })).toMatchObject({
    code: 404,
  })
  expect(await maker.ask(api.operators.remove, { id: theirs })).toMatchObject({ code: 404 })
  const operator = { name: 'x', code: 'XX', organizationId: theirId }
  expect(await maker.ask(api.operators.create, operator)).toMatchObject({ code: 422, message: '厂商不存在' })
  expect(await maker.ask(api.organizations.rename, { id: theirId, name: 'x' })).toMatchObject({ code: 404 })
  expect(await maker.ask(api.organizations.create, { name: 'x', code: 'XX' })).toMatchObject({ code: 403 })
  expect(await maker.call(api.organizations.tree)).toEqual([{ id: ourId, name: '甲厂', children: [] }])
})
