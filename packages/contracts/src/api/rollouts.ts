import {
  ById,
  Id,
  InstantInput,
  Paging,
  Type,
  downloadByPost,
  get,
  pageOf,
  post,
  problems,
  routes,
  words,
} from '../kit/index.ts'
import {
  Rollout,
  RolloutDetail,
  RolloutKindName,
  RolloutPreview,
  RolloutState,
  RolloutTarget,
  TargetSelection,
  steering,
  targetFilter,
} from './rollout-shapes.ts'

export * from './rollout-shapes.ts'

const mebibyte = 1024 * 1024
const count = Type.Integer({ minimum: 0 })

export const rollouts = routes('rollouts', {
  list: get('/api/rollout/page', {
    access: 'rollouts.read',
    input: Type.Object({
      ...Paging,
      kind: Type.Optional(RolloutKindName),
      states: Type.Optional(Type.Array(RolloutState, { maxItems: 6 })),
      /** Part of the code or the remark. */
      keyword: Type.Optional(Type.String({ maxLength: 64 })),
      startTime: Type.Optional(InstantInput),
      endTime: Type.Optional(InstantInput),
    }),
    output: pageOf(Rollout),
  }),
  detail: get('/api/rollout/detail', { access: 'rollouts.read', input: ById, output: RolloutDetail }),
  targets: get('/api/rollout/targets', {
    access: 'rollouts.read',
    input: Type.Object({ ...Paging, ...targetFilter }),
    output: pageOf(RolloutTarget),
  }),
  exportTargets: downloadByPost('/api/rollout/targets/export', {
    access: 'rollouts.read',
    input: Type.Object(targetFilter),
  }),
  /** What it would touch, before it is created. */
  preview: post('/api/rollout/preview', {
    access: 'rollouts.write',
    isQuery: true,
    maxBytes: 2 * mebibyte,
    input: Type.Object({ kind: RolloutKindName, selection: TargetSelection, versionId: Type.Optional(Id) }),
    output: RolloutPreview,
  }),
  pause: post('/api/rollout/pause/:id', {
    access: 'rollouts.write',
    ...steering.pause,
  }),
  resume: post('/api/rollout/resume/:id', {
    access: 'rollouts.write',
    ...steering.resume,
  }),
  cancel: post('/api/rollout/cancel/:id', {
    access: 'rollouts.write',
    ...steering.cancel,
  }),
  /** The failed come again, also those that were to be left alone. */
  retry: post('/api/rollout/retry/:id', {
    access: 'rollouts.write',
    ...steering.retry,
  }),
  /** A new roll-out, at the same pace, that sets what was before. */
  undo: post('/api/rollout/undo/:id', {
    access: 'rollouts.write',
    input: ById,
    output: Type.Object({ id: Id, code: Type.String(), total: count, skipped: count }),
    done: words('已创建恢复批次', 'A roll-out that sets the values before was created'),
  }),
})

export const rolloutProblems = problems('rollouts', {
  notFound: [404, '批次不存在', 'It does not exist'],
  kindForbidden: [403, '没有权限执行此操作', 'You are not allowed to do this'],
  beyondScope: [
    403,
    '该批次包含您数据权限之外的设备，不能操作',
    'It reaches devices beyond your scope: you may look at it, and not steer it',
  ],
  wrongState: [409, '当前状态不能执行此操作', 'Not possible in its present state'],
  nothingFailed: [409, '没有失败的设备', 'None has failed'],
  cannotUndo: [409, '该类型不支持恢复', 'This kind cannot be taken back'],
  stillRunning: [409, '请先取消该批次，再恢复', 'Please cancel it first'],
  nothingToUndo: [409, '没有可恢复的设备', 'There is nothing to take back'],
  unknownCodes: [422, '设备编码不存在：{codes}', 'Unknown device codes: {codes}'],
  tooManyCodes: [422, '一次最多 {most} 个设备编码', 'At most {most} device codes at a time'],
  emptySelection: [422, '请输入设备编码或选择设备范围', 'Please enter device codes or choose devices'],
  noTargets: [422, '没有符合条件的设备', 'No device is meant'],
  halfWindow: [422, '维护时段需要开始和结束时间', 'A maintenance window has a start and an end'],
  emptyWindow: [422, '维护时段的开始和结束不能相同', 'A maintenance window has a length'],
  foreignCanary: [422, '首批验证设备不在下发范围内：{codes}', 'Not among the devices meant: {codes}'],
})
