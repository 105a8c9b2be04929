import {
  ById,
  Id,
  type Static,
  Type,
  choice,
  nullable,
  post,
  problems,
  routes,
  text,
  words,
} from '../kit/index.ts'

const equipModelId = choice(Id, words('设备型号不能为空', 'The model cannot be empty'))
const count = Type.Integer({ minimum: 0 })

/** How far one part of a model has come; a cabinet's bays count one by one. */
export const PartRate = Type.Object({
  partType: Type.String(),
  partTypeName: nullable(Type.String()),
  /** The newest of the releases that these boards may get. */
  newestSwVersion: nullable(Type.String()),
  /** Boards that have reported a version, and those of them with the newest release for them or a newer one. */
  total: count,
  upgraded: count,
  /** upgraded, of the boards that there is a release for; null where there are none */
  rate: nullable(Type.Number()),
  /** Newest first. */
  versions: Type.Array(Type.Object({ version: Type.String(), count })),
})
export type PartRate = Static<typeof PartRate>

/** Firmware seen from a model: all of its devices. */
export const modelUpgrades = routes('modelUpgrades', {
  /** An upgrade task for every device of the model, at the usual pace, from now on. */
  remote: post('/api/model/upgrade/remote', {
    access: 'upgradeTasks.write',
    input: Type.Object({
      equipModelId,
      softwareVersionId: choice(Id, words('请选择升级文件', 'Please select the firmware file')),
      remark: Type.Optional(text({ max: [200, words('备注不能超过200个字符', 'At most 200 characters')] })),
    }),
    output: ById,
    done: words('升级任务已创建', 'The upgrade task has been created'),
  }),
  rate: post('/api/model/upgrade/rate', {
    access: 'devices.read',
    input: Type.Object({ equipModelId }),
    output: Type.Array(PartRate),
    isQuery: true,
  }),
})

export const modelUpgradeProblems = problems('modelUpgrades', {
  unknownModel: [404, '设备型号不存在', 'The model does not exist'],
})
