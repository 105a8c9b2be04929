import { Id, Instant, type Static, Type, get, nullable, problems, routes } from '../kit/index.ts'
import { catalogue } from '../link/index.ts'
import { reported } from './reported.ts'

/** One bay as the cabinet's newest message has it. */
export const Bay = Type.Object({
  bay: Type.Integer(),
  /** The battery as a device that the caller sees. */
  batteryId: nullable(Id),
  values: reported(catalogue.cabinet.units.signals),
})
export type Bay = Static<typeof Bay>

/** The newest message of a swap cabinet: everything belongs to the same instant. */
export const CabinetPicture = Type.Object({
  reportTime: Instant,
  receiveTime: Instant,
  values: reported(catalogue.cabinet.signals),
  bays: Type.Array(Bay),
})
export type CabinetPicture = Static<typeof CabinetPicture>

const ofCabinet = Type.Object({ equipId: Id })

export const cabinets = routes('cabinets', {
  /** Refuses an offline cabinet: what it said last is no picture of it. null of one that has not reported yet. */
  picture: get('/api/equip/cabinet', {
    access: 'telemetry.read',
    input: ofCabinet,
    output: nullable(CabinetPicture),
  }),
})

export const cabinetProblems = problems('cabinets', {
  notACabinet: [422, '该设备不是换电柜', 'This device is not a swap cabinet'],
})
