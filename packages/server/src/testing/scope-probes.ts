import { api } from '@wattkeeper/contracts'
import type { Route } from '@wattkeeper/contracts/kit'
import type { ScopedDevice } from './scoped-fleet.ts'

export const page = { pageNum: 1, pageSize: 500 }
export const routes = new Map(
  Object.values(api)
    .flatMap((feature) => Object.values<Route>(feature))
    .map((route) => [route.name, route]),
)

/** What a route shows of devices, and how that is looked at. A new route must say which of these it is. */
export type Probe =
  /** A list: a row belongs to the device whose id, code, operator or manufacturer it carries in this field. */
  | { readonly lists: 'devices' | 'codes' | 'operators' | 'organizations'; readonly by: string }
  /** Reads or changes what belongs to one device: 404 for whoever does not see it. */
  | { readonly reads: (device: ScopedDevice) => object }
  | { readonly writes: (device: ScopedDevice) => object }
  /** Has a test of its own in scope.test.ts. */
  | 'below'
  /** Shows or touches nothing that belongs to a manufacturer's fleet, or only the caller's own. */
  | 'nothing'
  /** People and their means: the scope is the organization, tested with users, roles and keys. */
  | 'people'

const equipId = ({ id }: ScopedDevice) => ({ equipId: id, ...page })
const readsById: Probe = { reads: equipId }
export const change = (device: ScopedDevice) => ({
  id: device.id,
  code: device.code,
  equipTypeId: device.equipTypeId,
  equipModelId: device.equipTypeId * 10 + 1,
  operatorId: device.operatorId,
})

const startTime = new Date(Date.now() - 86_400_000).toISOString()
export const probes: Readonly<Record<string, Probe>> = {
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
  'deviceVersions.list': { lists: 'devices', by: 'id' },
  'deviceVersions.ofDevice': { reads: ({ id }) => ({ equipId: id }) },
  'deviceVersions.ofPart': { reads: ({ id }) => ({ equipId: id, partType: 'bms' }) },
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
  'upgrades.send': { writes: ({ id }) => ({ equipId: id, versionId: 1 }) },
  'upgrades.sendAll': { writes: ({ id }) => ({ equipId: id }) },
  'upgrades.progress': 'below',
  'upgrades.cancel': 'below',
  'upgrades.log': readsById,
  'modelUpgrades.rate': 'below',
  'modelUpgrades.remote': 'people',
  ...every('people', 'upgradeTasks'),
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
  ...every('nothing', 'firmware', 'hardwareVersions'),
  ...every('nothing', 'appReleases', 'system', 'session', 'secondFactor', 'singleSignOn'),
  ...every(
    'people',
    'adverts',
    'batchSettings',
    'rollouts',
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
