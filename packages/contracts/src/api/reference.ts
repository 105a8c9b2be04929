import { Id, type Static, Type, get, post, routes } from '../kit/index.ts'

export interface Region {
  code: string
  name: string
  childrens?: Region[]
}
const Region = Type.Unsafe<Region>({ type: 'object', additionalProperties: true })

/** Countries, provinces, cities, districts. The wire spells the children `childrens`. */
export const regions = routes('regions', {
  tree: get('/api/region/tree', { access: 'signedIn', output: Type.Array(Region) }),
})

const Named = { id: Id, name: Type.String() }
export const DeviceModel = Type.Object({ ...Named, equipTypeId: Id })
export type DeviceModel = Static<typeof DeviceModel>
export const PartType = Type.Object({ code: Type.String(), name: Type.String(), equipTypeId: Id })
export type PartType = Static<typeof PartType>
export const DeviceType = Type.Object({
  ...Named,
  code: Type.String(),
  equipModels: Type.Array(Type.Object(Named)),
  partTypes: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
})
export type DeviceType = Static<typeof DeviceType>
export const Board = Type.Object({
  id: Id,
  pcbCode: Type.String(),
  pcbName: Type.String(),
  applyTo: Type.String(),
  partType: Type.String(),
  equipTypeId: Id,
})
export type Board = Static<typeof Board>

export const deviceTypes = routes('deviceTypes', {
  all: get('/api/equipType/all', { access: 'signedIn', output: Type.Array(DeviceType) }),
  models: post('/api/model/all', {
    access: 'signedIn',
    input: Type.Object({ equipTypeId: Type.Optional(Id) }),
    output: Type.Array(DeviceModel),
    isQuery: true,
  }),
  parts: get('/api/partType/list', {
    access: 'signedIn',
    input: Type.Object({ equipTypeId: Type.Optional(Id) }),
    output: Type.Array(PartType),
  }),
  boards: get('/api/pcb/list', { access: 'signedIn', output: Type.Array(Board) }),
})

/** The lists of codes and labels that selects and tags read: `IS_ONLINE`, `EQUIP_STATUS` … */
export const dictionary = routes('dictionary', {
  enumerations: post('/api/enum/all', {
    access: 'signedIn',
    input: Type.Object({
      types: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 })),
    }),
    output: Type.Record(
      Type.String(),
      Type.Array(Type.Object({ code: Type.String(), label: Type.String() })),
    ),
    isQuery: true,
  }),
})
