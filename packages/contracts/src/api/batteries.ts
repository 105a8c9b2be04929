import {
  Flag,
  Id,
  Instant,
  Paging,
  type Static,
  Type,
  get,
  nullable,
  pageOf,
  problems,
  routes,
} from '../kit/index.ts'
import { catalogue } from '../link/index.ts'
import { reported } from './reported.ts'

const Place = {
  /** Empty: on the road, in no cabinet. */
  cabinetCode: Type.String(),
  /** The cabinet as a device that the caller sees. */
  cabinetId: nullable(Id),
  bay: Type.Integer(),
}

/** The newest message of a swap battery, however old. */
export const BatteryInfo = Type.Object({
  isOnline: Flag,
  reportTime: Instant,
  receiveTime: Instant,
  values: reported(catalogue.battery.signals),
})
export type BatteryInfo = Static<typeof BatteryInfo>

/** How long a battery was in one place, as far as its messages say. */
export const BatteryStay = Type.Object({ ...Place, since: Instant, until: nullable(Instant) })
export type BatteryStay = Static<typeof BatteryStay>

export const batteries = routes('batteries', {
  /** null of a battery that has not reported yet. */
  info: get('/api/equip/battery', {
    access: 'telemetry.read',
    input: Type.Object({ equipId: Id }),
    output: nullable(BatteryInfo),
  }),
  /** Newest first: the first says where it is now. */
  stays: get('/api/equip/battery/places', {
    access: 'telemetry.read',
    input: Type.Object({ equipId: Id, ...Paging }),
    output: pageOf(BatteryStay),
  }),
})

export const batteryProblems = problems('batteries', {
  notABattery: [422, '该设备不是换电电池', 'This device is not a swap battery'],
})
