import {
  ById,
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  Type,
  Version,
  choice,
  created,
  deleted,
  get,
  nullable,
  options,
  pageOf,
  post,
  problems,
  routes,
  saved,
  text,
  words,
} from '../kit/index.ts'
import { TargetSelection, paceExtras, rollouts } from './rollouts.ts'

/** 0 not started, 1 in progress, 2 completed */
const TaskStatus = options(0, 1, 2)
export type TaskStatus = Static<typeof TaskStatus>
export const taskStatuses = {
  '0': words('未开始', 'Not started'),
  '1': words('执行中', 'In progress'),
  '2': words('已完成', 'Completed'),
} as const satisfies Readonly<Record<`${TaskStatus}`, unknown>>

export const taskLimits = {
  upgradeCount: { least: 1, most: 500, usual: 50 },
  interval: { least: 1, most: 60, usual: 3 },
} as const

const { upgradeCount, interval } = taskLimits
const { startTime: _, ...extras } = paceExtras
const UpgradeRule = Type.Object({
  equipTypeId: Id,
  /** Devices at a time. */
  upgradeCount: Type.Optional(
    nullable(Type.Integer({ minimum: upgradeCount.least, maximum: upgradeCount.most })),
  ),
  /** Minutes from one group to the next. */
  interval: Type.Optional(nullable(Type.Integer({ minimum: interval.least, maximum: interval.most }))),
  ...extras,
  /** Which devices of the type: all of them unless narrowed. */
  filter: Type.Optional(nullable(TargetSelection)),
})
export type UpgradeRule = Static<typeof UpgradeRule>

const taskFields = {
  remark: text({ max: [200, words('备注不能超过200个字符', 'At most 200 characters')] }),
  softwareVersionId: choice(Id, words('请选择升级文件', 'Please select the firmware file')),
  upgradeRule: UpgradeRule,
  upgradeTime: {
    ...InstantInput,
    'x-words': {
      required: words('请选择升级时间', 'Please select the upgrade time'),
      minLength: words('请选择升级时间', 'Please select the upgrade time'),
      type: words('请选择升级时间', 'Please select the upgrade time'),
    },
  },
}

const count = Type.Integer({ minimum: 0 })
const State = rollouts.list.output.properties.rows.items.properties.state
const TargetState = rollouts.targets.output.properties.rows.items.properties.state
export const UpgradeTask = Type.Object({
  id: Id,
  /** The number of the batch. */
  code: Type.String(),
  remark: Type.String(),
  softwareVersionId: Id,
  upgradeRule: UpgradeRule,
  upgradeTime: Instant,
  status: TaskStatus,
  /** The roll-out's, finer than the status. */
  state: State,
  equipTypeName: Type.String(),
  partType: Type.String(),
  partTypeName: Type.String(),
  /** Of the firmware. */
  version: Type.String(),
  /** The edition of the task: for `update`. */
  revision: Version,
  total: count,
  success: count,
  failed: count,
  skipped: count,
  createBy: nullable(Type.String()),
  createTime: Instant,
})
export type UpgradeTask = Static<typeof UpgradeTask>

export const UpgradeTaskRow = Type.Object({
  id: Id,
  equipId: Id,
  /** Of the device. */
  code: Type.String(),
  partType: Type.String(),
  addrId: Type.Integer(),
  /** By UPGRADE_STATUS. */
  result: Type.Integer(),
  state: TargetState,
  /** Why, in the caller's language. */
  reason: nullable(Type.String()),
  message: nullable(Type.String()),
  progPercent: nullable(Type.Number()),
  /** As the device last reported it. */
  version: nullable(Type.String()),
  /** When what is shown here was last reported. */
  reportTime: nullable(Instant),
})
export type UpgradeTaskRow = Static<typeof UpgradeTaskRow>

export const upgradeTasks = routes('upgradeTasks', {
  list: post('/api/equipUpgradeTask/list', {
    access: 'upgradeTasks.read',
    input: Type.Object({
      type: Type.Optional(options('SCHEDULE')),
      remark: Type.Optional(Type.String({ maxLength: 200 })),
      equipTypeId: Type.Optional(Id),
      partType: Type.Optional(Type.String({ maxLength: 64 })),
      version: Type.Optional(Type.String({ maxLength: 64 })),
      status: Type.Optional(TaskStatus),
      startTime: Type.Optional(InstantInput),
      endTime: Type.Optional(InstantInput),
      ...Paging,
    }),
    output: pageOf(UpgradeTask),
  }),
  create: post('/api/equipUpgradeTask/insert', {
    access: 'upgradeTasks.write',
    input: Type.Object(taskFields),
    ...created,
  }),
  /** Of a task that has not started. */
  update: post('/api/equipUpgradeTask/update', {
    access: 'upgradeTasks.write',
    input: Type.Object({ id: Id, ...taskFields, revision: Type.Optional(Version) }),
    done: saved.done,
  }),
  /** One that runs is canceled first. Upgrades that have gone out go on. */
  remove: post('/api/equipUpgradeTask/delete/:id', {
    access: 'upgradeTasks.write',
    input: ById,
    done: deleted.done,
  }),
  detail: get('/api/equipUpgradeTask/detail', {
    access: 'upgradeTasks.read',
    input: Type.Object({
      taskId: Id,
      /** Part of a device's code. */
      code: Type.Optional(Type.String({ maxLength: 32 })),
      result: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
      ...Paging,
    }),
    output: pageOf(UpgradeTaskRow),
  }),
  pause: post('/api/equipUpgradeTask/pause/:id', { access: 'upgradeTasks.write', input: ById }),
  resume: post('/api/equipUpgradeTask/resume/:id', { access: 'upgradeTasks.write', input: ById }),
  cancel: post('/api/equipUpgradeTask/cancel/:id', { access: 'upgradeTasks.write', input: ById }),
  /** The failed once more. */
  retry: post('/api/equipUpgradeTask/retry/:id', { access: 'upgradeTasks.write', input: ById }),
})

export const upgradeTaskProblems = problems('upgradeTasks', {
  notFound: [404, '升级任务不存在', 'There is no such upgrade task'],
  noVersion: [422, '请选择升级文件', 'Please select the firmware file'],
  wrongType: [422, '升级文件不适用于该设备类型', 'The firmware is for another type of device'],
  notRelease: [422, '测试版本只能对单台设备升级', 'A test version can only be sent to a single device'],
  notApproved: [409, '升级文件尚未审批', 'The firmware version has not been approved'],
  started: [409, '任务已开始，不能修改', 'The task has started and cannot be changed'],
})
