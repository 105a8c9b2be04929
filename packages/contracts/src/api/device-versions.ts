import { Flag, Id, Instant, type Static, Type, get, nullable, pageOf, post, routes } from '../kit/index.ts'
import { DeviceFilter } from './devices.ts'

/** One part of a device and what it may get. */
export const PartVersion = Type.Object({
  partType: Type.String(),
  /** null: the device type has no such part */
  partTypeName: nullable(Type.String()),
  /** 0: the whole device, else the slot of a cabinet */
  addrId: Type.Integer(),
  /** The version that is offered: of the newest release, or of this row; null where there is none. */
  versionId: nullable(Id),
  fileName: nullable(Type.String()),
  version: nullable(Type.String()),
  isRelease: nullable(Type.Boolean()),
  /** As the device reports it; null: it never has. */
  currSwVersion: nullable(Type.String()),
  hwVersion: nullable(Type.String()),
  newestSwVersion: nullable(Type.String()),
  /** `newestSwVersion` is newer than what the part runs. */
  canUpgrade: Type.Boolean(),
})
export type PartVersion = Static<typeof PartVersion>

export const DeviceVersions = Type.Object({
  id: Id,
  code: Type.String(),
  isOnline: Flag,
  equipTypeId: Id,
  equipTypeName: Type.String(),
  equipModelId: Id,
  equipModelName: Type.String(),
  operatorName: Type.String(),
  parts: Type.Array(
    Type.Object({
      partType: Type.String(),
      partTypeName: nullable(Type.String()),
      addrId: Type.Integer(),
      currSwVersion: Type.String(),
      hwVersion: nullable(Type.String()),
      newestSwVersion: nullable(Type.String()),
      canUpgrade: Type.Boolean(),
      reportedAt: Instant,
    }),
  ),
})
export type DeviceVersions = Static<typeof DeviceVersions>

/** Which software the parts of devices run. */
export const deviceVersions = routes('deviceVersions', {
  /** Devices by the filter of the device list, with the versions of their parts. */
  list: post('/api/equip/version/list', {
    access: 'devices.read',
    input: DeviceFilter,
    output: pageOf(DeviceVersions),
  }),
  /** Every part of a device, each with the newest release for it. */
  ofDevice: get('/api/equip/version/query', {
    access: 'devices.read',
    input: Type.Object({ equipId: Id }),
    output: Type.Array(PartVersion),
  }),
  /** Every version that one part may get, test versions too, newest first. */
  ofPart: get('/api/equip/version/part', {
    access: 'devices.read',
    input: Type.Object({
      equipId: Id,
      partType: Type.String({ minLength: 1, maxLength: 64 }),
      addrId: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
    }),
    output: Type.Array(PartVersion),
  }),
})
