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
  everyKind,
  plantScopedFleet,
  sees,
  seesOperator,
  viewers,
} from './testing/scoped-fleet.ts'
import { type Person, type TestServer, startTestServer } from './testing/server.ts'

let server: TestServer
let fleet: ScopedFleet

beforeAll(async () => {
  server = await startTestServer()
  fleet = await plantScopedFleet(server)
})
afterAll(() => server.stop())

const patientMs = 240_000
const page = { pageNum: 1, pageSize: 500 }
const routes = new Map(
  Object.values(api)
    .flatMap((feature) => Object.values<Route>(feature))
    .map((route) => [route.name, route]),
)

/** What a route shows of devices, and how that is looked at. A new route must say which of these it is. */
type Probe =
  /** A list: a row belongs to the device whose id, code, operator or manufacturer it carries in this field. */
  | { readonly lists: 'devices' | 'codes' | 'operators' | 'organizations'; readonly by: string }
  /** Reads or changes what belongs to one device: 404 for whoever does not see it. */
  | { readonly reads: (device: ScopedDevice) => object }
  | { readonly writes: (device: ScopedDevice) => object }
  /** Has a test of its own below. */
  | 'below'
  /** Shows or touches nothing that belongs to a manufacturer's fleet, or only the caller's own. */
  | 'nothing'
  /** People and their means: the scope is the organization, tested with users, roles and keys. */
  | 'people'

const equipId = ({ id }: ScopedDevice) => ({ equipId: id, ...page })
const readsById: Probe = { reads: equipId }
const change = (device: ScopedDevice) => ({
  id: device.id,
  code: device.code,
  equipTypeId: device.equipTypeId,
  equipModelId: device.equipTypeId * 10 + 1,
  operatorId: device.operatorId,
})

const startTime = new Date(Date.now() - 86_400_000).toISOString()
const probes: Readonly<Record<string, Probe>> = {
  'devices.list': { lists: 'devices', by: 'id' },
  'devices.find': { reads: ({ id }) => ({ id }) },
  'devices.state': readsById,
  'devices.connectionHistory': readsById,
  'devices.update': { writes: change },
  'devices.remove': { writes: ({ id }) => ({ id }) },
  'devices.renewSecret': { writes: ({ id }) => ({ id }) },
  'devices.create': 'below',
  'devices.importAll': 'below',
  'devices.importTemplate': 'below',
  'devices.exportAll': 'below',
  'telemetry.sc': readsById,
  'telemetry.andersen': readsById,
  'telemetry.bms': readsById,
  'telemetry.pcs': readsById,
  'telemetry.mppt': readsById,
  'telemetry.basic': readsById,
  'telemetry.cabinet': readsById,
  'telemetry.battery': readsById,
  'telemetry.live': readsById,
  'telemetry.series': { reads: ({ id }) => ({ equipId: id, board: 'bms', fields: ['soc'], startTime }) },
  // answers with a file: what it holds is tested with the feature
  'telemetry.exportAll': { writes: ({ id }) => ({ tab: 'bms', equipId: id, startTime }) },
  'telemetry.rejected': { lists: 'codes', by: 'deviceCode' },
  'alarms.ofDevice': readsById,
  'alarms.current': { lists: 'devices', by: 'equipId' },
  'alarms.history': { lists: 'devices', by: 'equipId' },
  'alarms.acknowledge': { writes: ({ alarmId }) => ({ id: alarmId }) },
  'alarms.detail': 'nothing',
  'logExtraction.levels': 'nothing',
  'logExtraction.extract': {
    writes: ({ code, equipTypeId }) => ({
      ...{ equipCode: code, equipClassify: equipTypeId },
      logExtractParam: { level: 'SYSTEM', startTime, endTime: startTime },
    }),
  },
  'logExtraction.progress': { reads: ({ code }) => ({ equipCode: code }) },
  'logExtraction.names': { reads: ({ code }) => ({ equipCode: code }) },
  'logExtraction.read': 'people',
  'events.list': { lists: 'devices', by: 'equipId' },
  'events.exportAll': 'below',
  'fleetMap.view': 'below',
  'fleetMap.regions': 'below',
  ...every('nothing', 'maps'),
  'commands.control': {
    writes: ({ id }) => ({ devType: 1, devId: id, paramList: [{ id: '13001', value: 1 }] }),
  },
  'commands.setting': { writes: ({ id }) => ({ equipId: id, type: 'bms', value: 1 }) },
  'commands.uploadSwitch': { writes: ({ id }) => ({ equipId: id, value: 1 }) },
  'commands.setParams': {
    writes: ({ id }) => ({ equipId: id, entitys: [{ id: '02121005', value: 90 }] }),
  },
  'commands.onlineStatus': readsById,
  'commands.params': readsById,
  'commands.log': readsById,
  'deviceHistory.timeline': { reads: ({ id }) => ({ equipId: id }) },
  'deviceHistory.availability': { reads: ({ id }) => ({ equipId: id, hours: 168 }) },
  // they refuse other types, and an offline cabinet, so that only a stranger's 404 is the same for every device
  'cabinets.picture': { writes: ({ id }) => ({ equipId: id }) },
  'batteries.info': { writes: ({ id }) => ({ equipId: id }) },
  'batteries.stays': { writes: ({ id }) => ({ equipId: id }) },
  'links.connection': readsById,
  'dashboard.counts': 'below',
  'dashboard.duty': 'below',
  'live.events': 'below',
  'operators.list': { lists: 'operators', by: 'id' },
  'operators.choices': { lists: 'operators', by: 'id' },
  'operators.create': 'below',
  'operators.update': 'below',
  'operators.remove': 'below',
  'organizations.list': { lists: 'organizations', by: 'id' },
  'organizations.choices': { lists: 'organizations', by: 'id' },
  'organizations.tree': 'below',
  'organizations.create': 'below',
  'organizations.rename': 'below',
  ...every('nothing', 'regions', 'dictionary', 'dictionaryEntries', 'deviceTypes', 'deviceTypeCatalogue'),
  ...every('nothing', 'appReleases', 'system', 'session', 'secondFactor', 'singleSignOn'),
  ...every(
    'people',
    'adverts',
    'notifications',
    'users',
    'permissions',
    'roles',
    'menus',
    'audit',
    'apiKeys',
  ),
}

/** One word for every route of these features. */
function every(probe: Probe, ...features: (keyof typeof api)[]): Record<string, Probe> {
  const names = features.flatMap((feature) => Object.values<Route>(api[feature]).map(({ name }) => name))
  return Object.fromEntries(names.map((name) => [name, probe]))
}

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
