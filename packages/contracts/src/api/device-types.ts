import {
  ById,
  Id,
  Instant,
  Nothing,
  Paging,
  type Static,
  Type,
  Version,
  choice,
  deleted,
  get,
  nullable,
  pageOf,
  post,
  problems,
  routes,
  text,
  words,
} from '../kit/index.ts'

/** Ids below belong to the product's files: what people change there would come back with the next version. */
export const firstOwnId = 1000

const nameEn = Type.Optional(nullable(Type.String({ maxLength: 100 })))
const equipTypeId = choice(Id, words('设备类型不能为空', 'The device type cannot be empty'))
const partType = text({
  required: words('部件不能为空', 'The part cannot be empty'),
  max: [64, words('部件编码不能超过64个字符', 'At most 64 characters')],
  pattern: ['^\\w*$', words('部件编码为字母、数字或下划线', 'Letters, digits and underscores')],
})
const name = (zh: string, en: string) =>
  text({ required: words(zh, en), max: [100, words('名称不能超过100个字符', 'At most 100 characters')] })
/** Without an id it is new. */
const saved = { id: Type.Optional(Id), nameEn, version: Type.Optional(Version) }
const edited = { updateTime: Instant, version: Type.Integer(), isBuiltIn: Type.Boolean() }

export const DeviceTypeChange = Type.Object({
  ...saved,
  name: name('设备类型名称不能为空', 'The device type’s name cannot be empty'),
  code: text({
    required: words('设备类型编码不能为空', 'The device type’s code cannot be empty'),
    max: [64, words('编码不能超过64个字符', 'At most 64 characters')],
  }),
})
export type DeviceTypeChange = Static<typeof DeviceTypeChange>

export const ModelChange = Type.Object({
  ...saved,
  equipTypeId,
  name: name('设备型号不能为空', 'The model’s name cannot be empty'),
  /** The parts that this model has; absent: unchanged, empty: all parts of its device type. */
  partTypes: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100, uniqueItems: true })),
})
export type ModelChange = Static<typeof ModelChange>

/** A device type as it is kept: under both its names, with its parts. */
export const TypeDetail = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  nameEn: nullable(Type.String()),
  modelCount: Type.Integer(),
  parts: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      nameEn: nullable(Type.String()),
      sort: Type.Integer(),
      isBuiltIn: Type.Boolean(),
    }),
  ),
  ...edited,
})
export type TypeDetail = Static<typeof TypeDetail>

const ModelPart = Type.Object({
  partType: Type.String(),
  name: Type.String(),
  nameEn: nullable(Type.String()),
  pcbId: nullable(Id),
  pcbCode: nullable(Type.String()),
})
const modelFields = {
  id: Id,
  equipTypeId: Id,
  equipTypeName: Type.String(),
  name: Type.String(),
  nameEn: nullable(Type.String()),
  deviceCount: Type.Integer(),
  ...edited,
}
export const Model = Type.Object(modelFields)
export type Model = Static<typeof Model>
/** `hasOwnParts`: false where the parts are simply those of the device type. */
export const ModelDetail = Type.Object({
  ...modelFields,
  hasOwnParts: Type.Boolean(),
  parts: Type.Array(ModelPart),
})
export type ModelDetail = Static<typeof ModelDetail>

export const ModelPartChange = Type.Object({
  equipModelId: choice(Id, words('设备型号不能为空', 'The model cannot be empty')),
  partType,
  /** The board that carries the part. */
  pcbId: Type.Optional(nullable(Id)),
})
export type ModelPartChange = Static<typeof ModelPartChange>

export const PartTypeChange = Type.Object({
  equipTypeId,
  code: partType,
  name: name('部件名称不能为空', 'The part’s name cannot be empty'),
  nameEn,
  sort: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
})
export type PartTypeChange = Static<typeof PartTypeChange>

export const BoardChange = Type.Object({
  id: Type.Optional(Id),
  version: Type.Optional(Version),
  equipTypeId,
  partType,
  pcbCode: text({
    required: words('板卡编号不能为空', 'The board code cannot be empty'),
    max: [64, words('板卡编号不能超过64个字符', 'At most 64 characters')],
  }),
  pcbName: name('板卡名称不能为空', 'The board name cannot be empty'),
  pcbNameEn: nameEn,
  applyTo: text({ required: words('适用范围不能为空', 'The applicable scope cannot be empty') }),
})
export type BoardChange = Static<typeof BoardChange>

export const BoardDetail = Type.Object({
  id: Id,
  pcbCode: Type.String(),
  pcbName: Type.String(),
  pcbNameEn: nullable(Type.String()),
  applyTo: Type.String(),
  partType: Type.String(),
  equipTypeId: Id,
  equipTypeName: Type.String(),
  ...edited,
})
export type BoardDetail = Static<typeof BoardDetail>

const write = { access: 'deviceTypes.write', output: Nothing } as const

export const deviceTypeCatalogue = routes('deviceTypes', {
  listTypes: get('/api/equipType/list', { access: 'deviceTypes.read', output: Type.Array(TypeDetail) }),
  saveType: post('/api/equipType/save', { ...write, input: DeviceTypeChange, output: ById }),
  removeType: post('/api/equipType/delete/:id', { ...write, input: ById, ...deleted }),
  listModels: post('/api/model/list', {
    access: 'deviceTypes.read',
    input: Type.Object({
      ...Paging,
      equipTypeId: Type.Optional(Id),
      name: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    output: pageOf(Model),
  }),
  findModel: get('/api/model/detail', { access: 'deviceTypes.read', input: ById, output: ModelDetail }),
  saveModel: post('/api/model/save', { ...write, input: ModelChange, output: ById }),
  removeModel: post('/api/model/delete/:id', { ...write, input: ById, ...deleted }),
  addModelPart: post('/api/model/part/add', { ...write, input: ModelPartChange }),
  updateModelPart: post('/api/model/part/update', { ...write, input: ModelPartChange }),
  removeModelPart: post('/api/model/part/delete', { ...write, input: ModelPartChange, ...deleted }),
  /** A part of a device type: new, or renamed. */
  savePart: post('/api/partType/save', { ...write, input: PartTypeChange }),
  removePart: post('/api/partType/delete', {
    ...write,
    input: Type.Object({ equipTypeId, code: partType }),
    ...deleted,
  }),
  listBoards: post('/api/pcb/page', {
    access: 'deviceTypes.read',
    input: Type.Object({
      ...Paging,
      equipTypeId: Type.Optional(Id),
      partType: Type.Optional(Type.String({ maxLength: 64 })),
      pcbCode: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: pageOf(BoardDetail),
  }),
  findBoard: get('/api/pcb/detail', { access: 'deviceTypes.read', input: ById, output: BoardDetail }),
  saveBoard: post('/api/pcb/save', { ...write, input: BoardChange, output: ById }),
  removeBoard: post('/api/pcb/delete/:id', { ...write, input: ById, ...deleted }),
})

export const deviceTypeProblems = problems('deviceTypes', {
  typeNotFound: [404, '设备类型不存在', 'The device type does not exist'],
  modelNotFound: [404, '设备型号不存在', 'The model does not exist'],
  partNotFound: [404, '设备部件不存在', 'The part does not exist'],
  boardNotFound: [404, '板卡不存在', 'The board does not exist'],
  unknownType: [422, '设备类型不存在', 'The device type does not exist'],
  unknownPart: [422, '设备部件 {code} 不存在', 'The part {code} does not exist'],
  unknownBoard: [422, '板卡不存在或不属于该部件', 'The board does not exist or does not belong to this part'],
  nameTaken: [409, '名称 {name} 已被使用', 'The name {name} is already in use'],
  codeTaken: [409, '编码 {code} 已被使用', 'The code {code} is already in use'],
  partTaken: [409, '该型号已有部件 {code}', 'The model already has the part {code}'],
  lastPart: [409, '型号至少保留一个部件', 'A model keeps at least one part'],
  builtIn: [
    409,
    '{name} 是系统内置目录，不能修改或删除',
    '{name} came with the product and cannot be changed or deleted',
  ],
  inUse: [
    409,
    '{name} 仍被使用，不能修改归属或删除：{by}',
    '{name} is still in use and cannot be moved or deleted: {by}',
  ],
})

/** Who may use a type, model, part or board. */
export const catalogueUsers = {
  devices: words('{count} 台设备', '{count} devices'),
  models: words('{count} 个型号', '{count} models'),
  parts: words('{count} 个部件', '{count} parts'),
  boards: words('{count} 块板卡', '{count} boards'),
  faults: words('{count} 条故障', '{count} faults'),
  others: words('其他数据', 'other data'),
}
