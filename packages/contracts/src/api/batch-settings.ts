import {
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  Type,
  download,
  get,
  nullable,
  options,
  pageOf,
  post,
  routes,
  text,
  words,
} from '../kit/index.ts'
import { DeviceParam } from './commands.ts'
import { Rollout, RolloutState, TargetSelection, TargetState, paceExtras, steering } from './rollouts.ts'

export const mostUpgradeCount = 50
export const shortestInterval = 3
export const longestInterval = 60

const count = Type.Integer({ minimum: 0 })

const counts = words('数量为1到50的整数', 'The count is a whole number from 1 to 50')
const intervals = words('间隔为3到60分钟的整数', 'The interval is a whole number of minutes from 3 to 60')
const told = (said: typeof counts) => ({ required: said, type: said, minimum: said, maximum: said })

/** So many devices every so many minutes. */
export const ParamSetRule = Type.Object({
  upgradeCount: Type.Integer({ minimum: 1, maximum: mostUpgradeCount, 'x-words': told(counts) }),
  interval: Type.Integer({
    minimum: shortestInterval,
    maximum: longestInterval,
    'x-words': told(intervals),
  }),
  ...paceExtras,
})
export type ParamSetRule = Static<typeof ParamSetRule>

const Entity = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_]{1,32}$' }),
  value: Type.Union([Type.String({ maxLength: 256 }), Type.Number()]),
})

export const NewBatchSetting = Type.Object({
  paramSetRule: ParamSetRule,
  entitys: Type.Array(Entity, {
    minItems: 1,
    maxItems: 100,
    'x-words': { minItems: words('请至少设置一个参数', 'Please set at least one parameter') },
  }),
  queryParam: TargetSelection,
  remark: Type.Optional(
    nullable(text({ max: [200, words('备注不能超过200个字符', 'At most 200 characters')] })),
  ),
})
export type NewBatchSetting = Static<typeof NewBatchSetting>

const BatchSetting = Type.Object({
  id: Id,
  /** The batch's number. */
  code: Type.String(),
  createTime: Instant,
  /** JSON text: [{id, value}] */
  param: Type.String(),
  createBy: Type.String(),
  remark: Type.String(),
  /** In the caller's scope. */
  total: count,
  success: count,
  failed: count,
  skipped: count,
  waiting: count,
  sent: count,
  state: RolloutState,
  stopReason: Rollout.properties.stopReason,
  upgradeCount: nullable(Type.Integer()),
  interval: nullable(Type.Integer()),
})
export type BatchSetting = Static<typeof BatchSetting>

const SetLogRow = Type.Object({
  id: Id,
  equipId: Id,
  code: Type.String(),
  state: TargetState,
  /** The command's: 1, 0, 9, -1; null while in flight, or before it. */
  result: nullable(options(1, 0, 9, -1)),
  sendTime: nullable(Instant),
  backTime: nullable(Instant),
  reason: nullable(Type.String()),
  /** The reason in the caller's language, then what the device said. */
  message: nullable(Type.String()),
})
export type SetLogRow = Static<typeof SetLogRow>

const { id, name, kind, unit, min, max, options: choices, slots } = DeviceParam.properties
/** A parameter that can be set, as the dictionary describes it. */
const SettableParam = Type.Object({ id, name, kind, unit, min, max, options: choices, slots })
export type SettableParam = Static<typeof SettableParam>

export const batchSettings = routes('batchSettings', {
  list: get('/api/equip/param/batchSet/list', {
    access: 'batchSettings.read',
    input: Type.Object({
      ...Paging,
      startTime: Type.Optional(InstantInput),
      endTime: Type.Optional(InstantInput),
    }),
    output: pageOf(BatchSetting),
  }),
  params: get('/api/equip/param/batchSet/params', {
    access: 'batchSettings.read',
    output: Type.Array(SettableParam),
  }),
  create: post('/api/equip/param/batchSet/insert', {
    access: 'batchSettings.write',
    input: NewBatchSetting,
    output: Type.Object({ id: Id, code: Type.String(), total: count, skipped: count }),
    done: words('新增成功', 'Created'),
    maxBytes: 2 * 1024 * 1024,
  }),
  log: post('/api/equip/param/set/log/:id', {
    access: 'batchSettings.read',
    input: Type.Object({
      id: Id,
      ...Paging,
      states: Type.Optional(Type.Array(TargetState, { maxItems: 6 })),
    }),
    output: pageOf(SetLogRow),
  }),
  exportFailed: download('/api/equip/param/log/export/fail', {
    access: 'batchSettings.read',
    input: Type.Object({ batchSetId: Id }),
  }),
  pause: post('/api/equip/param/batchSet/pause/:id', {
    access: 'batchSettings.write',
    ...steering.pause,
  }),
  resume: post('/api/equip/param/batchSet/resume/:id', {
    access: 'batchSettings.write',
    ...steering.resume,
  }),
  cancel: post('/api/equip/param/batchSet/cancel/:id', {
    access: 'batchSettings.write',
    ...steering.cancel,
  }),
  retry: post('/api/equip/param/batchSet/retry/:id', {
    access: 'batchSettings.write',
    ...steering.retry,
  }),
})
