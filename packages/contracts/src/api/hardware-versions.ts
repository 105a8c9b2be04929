import {
  ById,
  Id,
  Instant,
  Paging,
  type Static,
  Type,
  choice,
  created,
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

export const HardwareVersion = Type.Object({
  id: Id,
  /** The device type's id. */
  equipType: Id,
  equipTypeName: Type.String(),
  equipModelId: Id,
  equipModelName: Type.String(),
  partType: Type.String(),
  /** null: 设备部件不存在 */
  partTypeName: nullable(Type.String()),
  versionName: Type.String(),
  versionCode: Type.String(),
  versionNote: Type.String(),
  createBy: Type.String(),
  createTime: Instant,
})
export type HardwareVersion = Static<typeof HardwareVersion>

export const NewHardwareVersion = Type.Object({
  equipType: choice(Id, words('设备类型不能为空', 'The device type cannot be empty')),
  equipModelId: choice(Id, words('设备型号不能为空', 'The model cannot be empty')),
  partType: text({
    required: words('部件不能为空', 'The part cannot be empty'),
    max: [64, words('部件编码不能超过64个字符', 'At most 64 characters')],
  }),
  versionName: text({
    required: words('版本名称不能为空', 'The version name cannot be empty'),
    max: [20, words('版本名称长度不能超过20个字符', 'The version name has at most 20 characters')],
  }),
  versionCode: text({
    required: words('版本号不能为空', 'The version code cannot be empty'),
    max: [10, words('版本号长度不能超过10个字符', 'The version code has at most 10 characters')],
  }),
  versionNote: Type.Optional(
    nullable(text({ max: [500, words('版本说明长度不能超过500个字符', 'At most 500 characters')] })),
  ),
})
export type NewHardwareVersion = Static<typeof NewHardwareVersion>

export const hardwareVersions = routes('hardwareVersions', {
  list: get('/api/equip/hwVersion/page/list', {
    access: 'hardwareVersions.read',
    input: Type.Object({
      ...Paging,
      equipType: Type.Optional(Id),
      equipModelId: Type.Optional(Id),
      partType: Type.Optional(Type.String({ maxLength: 64 })),
      /** Part of a name. */
      versionName: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    output: pageOf(HardwareVersion),
  }),
  /** The wire spells it so. */
  create: post('/api/equip/hwVersion/cearte', {
    access: 'hardwareVersions.write',
    input: NewHardwareVersion,
    ...created,
  }),
  remove: post('/api/equip/hwVersion/delete/:id', {
    access: 'hardwareVersions.write',
    input: ById,
    ...deleted,
  }),
})

export const hardwareVersionProblems = problems('hardwareVersions', {
  notFound: [404, '硬件版本不存在', 'The hardware version does not exist'],
  unknownType: [422, '设备类型不存在', 'The device type does not exist'],
  unknownModel: [422, '设备型号不属于该设备类型', 'The model does not belong to this device type'],
  unknownPart: [422, '设备部件不存在', 'The part does not exist'],
  taken: [409, '该部件已有版本 {version}', 'This part already has version {version}'],
  inUse: [
    409,
    '硬件版本 {code} 仍被升级文件使用，不能删除',
    'The hardware version {code} is still used by firmware files and cannot be deleted',
  ],
})
