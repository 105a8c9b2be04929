import {
  ById,
  Empty,
  Flag,
  Id,
  Instant,
  Paging,
  type Static,
  Type,
  choice,
  created,
  deleted,
  download,
  downloadByPost,
  get,
  nullable,
  options,
  pageOf,
  post,
  problems,
  routes,
  saved,
  text,
  upload,
  words,
} from '../kit/index.ts'

const BusinessStatus = options(1, 2, 3)

export const Device = Type.Object({
  id: Id,
  code: Type.String(),
  isOnline: Flag,
  equipTypeId: Id,
  equipTypeName: Type.String(),
  equipModelId: Id,
  equipModelName: Type.String(),
  organizationId: Id,
  organizationName: Type.String(),
  operatorId: Id,
  operatorName: Type.String(),
  regionCode: nullable(Type.String()),
  /** The whole way down: 北京市 / 朝阳区. */
  regionName: nullable(Type.String()),
  address: Type.String(),
  longitude: nullable(Type.Number()),
  latitude: nullable(Type.Number()),
  /** 1 activated, 2 not delivered, 3 debugging */
  status: BusinessStatus,
  lastOnlineTime: nullable(Instant),
  lastOfflineTime: nullable(Instant),
  /** Connected, and nothing reported since. */
  silentSince: nullable(Instant),
  /** The device's clock is off by more than the protocol allows. */
  clockWrongSince: nullable(Instant),
  /** Alarms that are active now. */
  alarmCount: Type.Integer(),
  updateTime: Instant,
  version: Type.Integer(),
})
export type Device = Static<typeof Device>

export const deviceCode = text({
  required: words('请输入设备编码', 'Please enter the device code'),
  pattern: [
    '^[A-Za-z0-9]{1,32}$',
    words('设备编码为1-32位字母或数字', 'The device code is 1 to 32 letters and digits'),
  ],
})

const deviceFields = {
  code: deviceCode,
  equipTypeId: choice(Id, words('请选择设备类型', 'Please select the device type')),
  equipModelId: choice(Id, words('请选择设备型号', 'Please select the device model')),
  operatorId: choice(Id, words('请选择运营商', 'Please select the operator')),
  regionCode: Type.Optional(nullable(Type.String({ maxLength: 16 }))),
  address: Type.Optional(text({ max: [200, words('地址不能超过200个字符', 'At most 200 characters')] })),
  longitude: Type.Optional(
    nullable(
      Type.Number({
        minimum: -180,
        maximum: 180,
        'x-words': {
          type: words('经度在-180到180之间', 'Longitude is -180 to 180'),
          minimum: words('经度在-180到180之间', 'Longitude is -180 to 180'),
          maximum: words('经度在-180到180之间', 'Longitude is -180 to 180'),
        },
      }),
    ),
  ),
  latitude: Type.Optional(
    nullable(
      Type.Number({
        minimum: -90,
        maximum: 90,
        'x-words': {
          type: words('纬度在-90到90之间', 'Latitude is -90 to 90'),
          minimum: words('纬度在-90到90之间', 'Latitude is -90 to 90'),
          maximum: words('纬度在-90到90之间', 'Latitude is -90 to 90'),
        },
      }),
    ),
  ),
  status: Type.Optional(BusinessStatus),
}
export const NewDevice = Type.Object(deviceFields)
export type NewDevice = Static<typeof NewDevice>
export const DeviceChange = Type.Object({
  id: Id,
  ...deviceFields,
  version: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type DeviceChange = Static<typeof DeviceChange>

const filterFields = {
  /** Part of a code. */
  code: Type.Optional(Type.String({ maxLength: 32 })),
  equipTypeId: Type.Optional(Id),
  equipModelIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  isOnline: Type.Optional(Flag),
  status: Type.Optional(BusinessStatus),
  organizationId: Type.Optional(Id),
  operatorIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  regionCode: Type.Optional(Type.String({ maxLength: 16 })),
  /** Only devices with an active alarm. */
  hasAlarm: Type.Optional(Type.Boolean()),
  /** Only devices that are connected and silent. */
  isSilent: Type.Optional(Type.Boolean()),
}
export const DeviceFilter = Type.Object({ ...Paging, ...filterFields })
export type DeviceFilter = Static<typeof DeviceFilter>
export const DeviceSelection = Type.Object(filterFields)
export type DeviceSelection = Static<typeof DeviceSelection>

export const DeviceWithSecret = Type.Object({ id: Id, code: Type.String(), secret: Type.String() })
export type DeviceWithSecret = Static<typeof DeviceWithSecret>

/** One newest report per board, and how old it is; what the device said of its parts and parameters. */
export const DeviceState = Type.Object({
  isOnline: Flag,
  boards: Type.Array(Type.Object({ board: Type.String(), reportedAt: Instant, receivedAt: Instant })),
  parts: Type.Array(
    Type.Object({
      partType: Type.String(),
      addrId: Type.Integer(),
      currSwVersion: Type.String(),
      hwVersion: nullable(Type.String()),
      reportedAt: Instant,
    }),
  ),
  params: Type.Array(Type.Object({ id: Type.String(), value: Type.String(), reportedAt: Instant })),
})
export type DeviceState = Static<typeof DeviceState>

export const ConnectionChange = Type.Object({ id: Id, at: Instant, isOnline: Flag, reason: Type.String() })
export type ConnectionChange = Static<typeof ConnectionChange>

export const devices = routes('devices', {
  list: post('/api/equip/list', { access: 'devices.read', input: DeviceFilter, output: pageOf(Device) }),
  find: get('/api/equip/:id', { access: 'devices.read', input: ById, output: Device }),
  create: post('/api/equip/insert', {
    access: 'devices.write',
    input: NewDevice,
    output: DeviceWithSecret,
    done: created.done,
  }),
  update: post('/api/equip/update', {
    access: 'devices.write',
    input: DeviceChange,
    ...saved,
  }),
  remove: post('/api/equip/delete/:id', {
    access: 'devices.write',
    input: ById,
    ...deleted,
  }),
  /** A new secret, shown once; the device's old session is closed. */
  renewSecret: post('/api/equip/secret/:id', {
    access: 'devices.write',
    input: ById,
    output: DeviceWithSecret,
  }),
  /** All or nothing; a row that is wrong is named with its reason. Answers the secrets of the new devices once. */
  importAll: upload('/api/equip/import', {
    access: 'devices.write',
    input: Empty,
    output: Type.Object({ devices: Type.Array(DeviceWithSecret) }),
    done: words('导入成功', 'Imported'),
    maxBytes: 20 * 1024 * 1024,
  }),
  importTemplate: download('/api/equip/import/template', { access: 'devices.write' }),
  exportAll: downloadByPost('/api/equip/export', { access: 'devices.read', input: DeviceSelection }),
  state: get('/api/equip/state', {
    access: 'devices.read',
    input: Type.Object({ equipId: Id }),
    output: DeviceState,
  }),
  connectionHistory: get('/api/equip/connection/history', {
    access: 'devices.read',
    input: Type.Object({ equipId: Id, ...Paging }),
    output: pageOf(ConnectionChange),
  }),
})

export const deviceProblems = problems('devices', {
  notFound: [404, '设备不存在', 'The device does not exist'],
  codeTaken: [409, '设备编码 {code} 已存在', 'The device code {code} already exists'],
  unknownOperator: [422, '运营商不存在', 'The operator does not exist'],
  unknownModel: [422, '设备型号不属于该设备类型', 'The model does not belong to this device type'],
  unknownRegion: [422, '地区不存在', 'The region does not exist'],
  unreadableFile: [
    422,
    '无法读取文件，请使用导入模板（.xlsx）',
    'The file cannot be read, please use the import template (.xlsx)',
  ],
  emptyFile: [422, '文件中没有设备', 'The file holds no devices'],
  importRows: [422, '{count} 行有误，未导入任何设备', '{count} rows are wrong, nothing was imported'],
  tooManyRows: [422, '一次最多导入 {max} 台设备', 'At most {max} devices at a time'],
})
