import { Flag, Id, type Static, Type, post, routes } from '../kit/index.ts'
import { DeviceSelection } from './devices.ts'

const count = Type.Integer({ minimum: 0 })
const longitude = Type.Number({ minimum: -180, maximum: 180 })
const latitude = Type.Number({ minimum: -90, maximum: 90 })

/** A device counts as faulty while an alarm is active, else as online or offline. */
const states = { online: count, offline: count, faulty: count }

export const MapCluster = Type.Object({
  longitude,
  latitude,
  count,
  ...states,
  /** West, south, east, north of what it holds. */
  box: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
})
export type MapCluster = Static<typeof MapCluster>

export const MapDevice = Type.Object({
  id: Id,
  code: Type.String(),
  equipTypeId: Id,
  equipModelName: Type.String(),
  operatorName: Type.String(),
  address: Type.String(),
  isOnline: Flag,
  alarmCount: count,
  longitude,
  latitude,
})
export type MapDevice = Static<typeof MapDevice>

export const FleetView = Type.Object({
  /** Devices of the filter, wherever; those without a place are not drawn. */
  total: count,
  unplaced: count,
  /** Few enough in sight: one by one; else nothing. */
  devices: Type.Array(MapDevice),
  clusters: Type.Array(MapCluster),
})
export type FleetView = Static<typeof FleetView>

export const RegionHealth = Type.Object({ code: Type.String(), devices: count, faulty: count })
export type RegionHealth = Static<typeof RegionHealth>

export const fleetMap = routes('fleetMap', {
  view: post('/api/equip/map/view', {
    access: 'devices.read',
    input: Type.Object({
      filter: Type.Optional(DeviceSelection),
      west: longitude,
      south: latitude,
      east: longitude,
      north: latitude,
      zoom: Type.Integer({ minimum: 0, maximum: 22 }),
    }),
    output: FleetView,
    isQuery: true,
  }),
  /** How many devices stand in each province, or in each city, and how many of them are faulty. */
  regions: post('/api/equip/map/regions', {
    access: 'devices.read',
    input: Type.Object({
      filter: Type.Optional(DeviceSelection),
      level: Type.Unsafe<'province' | 'city'>({ type: 'string', enum: ['province', 'city'] }),
    }),
    output: Type.Array(RegionHealth),
    isQuery: true,
  }),
})
