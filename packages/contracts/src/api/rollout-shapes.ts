import {
  ById,
  Id,
  Instant,
  InstantInput,
  Nothing,
  type Static,
  Type,
  nullable,
  options,
  optionsOf,
  words,
} from '../kit/index.ts'
import { DeviceSelection } from './devices.ts'

export const rolloutKinds = {
  params: words('批量设置', 'Batch settings'),
  firmware: words('固件升级', 'Firmware'),
} as const
export const RolloutKindName = optionsOf(rolloutKinds)
export type RolloutKindName = Static<typeof RolloutKindName>
/** Beside `rollouts.read` and `rollouts.write`, which both kinds' pages grant: what one needs for a kind. */
export const rolloutRights = {
  params: { read: 'batchSettings.read', write: 'batchSettings.write' },
  firmware: { read: 'upgradeTasks.read', write: 'upgradeTasks.write' },
} as const

export const rolloutStates = {
  scheduled: words('待开始', 'Scheduled'),
  running: words('进行中', 'Running'),
  paused: words('已暂停', 'Paused'),
  stopped: words('已自动停止', 'Stopped by itself'),
  canceled: words('已取消', 'Canceled'),
  completed: words('已完成', 'Completed'),
} as const
export const RolloutState = optionsOf(rolloutStates)
export type RolloutState = Static<typeof RolloutState>

export const targetStates = {
  waiting: words('等待中', 'Waiting'),
  sent: words('执行中', 'In progress'),
  success: words('成功', 'Success'),
  failed: words('失败', 'Failed'),
  skipped: words('已跳过', 'Skipped'),
  canceled: words('已取消', 'Canceled'),
} as const
export const TargetState = optionsOf(targetStates)
export type TargetState = Static<typeof TargetState>

/** Why a roll-out stopped by itself. */
export const stopReasons = {
  threshold: words('失败比例超过阈值', 'Too large a share has failed'),
  canary: words('首批验证未通过', 'The first devices have not proven it'),
  leader: words('首台设备未成功', 'The first device has failed'),
  leaderAway: words('首台设备修改后未重新上线', 'The first device has not signed in again after the change'),
} as const
const StopReason = optionsOf(stopReasons)
export type StopReason = Static<typeof StopReason>

/** Why a target waits, was skipped or has failed, as far as the engine decides; kinds add their own (commands: commandReasons). */
export const targetReasons = {
  offline: words('设备离线', 'The device is offline'),
  busy: words('设备正在执行其他任务', 'The device is busy with another one'),
  penalty: words('多次失败，24小时内暂不下发', 'Failed repeatedly: left alone for 24 hours'),
  deadline: words('超过期限仍未能下发', 'Could not be reached before its deadline'),
  wrongType: words('设备类型不支持', 'Not a device of this type'),
  deviceDeleted: words('设备已被删除', 'The device was deleted'),
  deviceMoved: words('设备已不在创建者的数据权限内', 'The device has left the scope of who created this'),
  noValueBefore: words('没有可恢复的原值', 'The value before is not known'),
  withdrawn: words('已取消下发', 'Withdrawn before it was sent'),
} as const

const count = Type.Integer({ minimum: 0 })

const steered = { input: ById, output: Nothing }
/** By whatever page a roll-out is steered: mix into the route. */
export const steering = {
  pause: { ...steered, done: words('已暂停', 'Paused') },
  resume: { ...steered, done: words('已继续', 'Resumed') },
  cancel: { ...steered, done: words('已取消', 'Canceled') },
  retry: {
    input: ById,
    output: Type.Object({ count }),
    done: words('已重新下发', 'The failed are tried again'),
  },
}

export const RolloutCounts = Type.Object({
  waiting: count,
  sent: count,
  success: count,
  failed: count,
  skipped: count,
  canceled: count,
})
export type RolloutCounts = Static<typeof RolloutCounts>

const wallTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  'x-words': { pattern: words('时间格式应为 HH:mm', 'Times are HH:mm') },
})

/** How a roll-out goes on, beyond its count and interval; every one of them may be left out. */
export const paceExtras = {
  /** Absent: at once. */
  startTime: Type.Optional(nullable(InstantInput)),
  /** Devices are only told between these, on the platform's clock; over midnight where the end comes first. */
  windowStart: Type.Optional(nullable(wallTime)),
  windowEnd: Type.Optional(nullable(wallTime)),
  /** A share of the devices that comes first and must have proven it … */
  canaryShare: Type.Optional(nullable(Type.Number({ exclusiveMinimum: 0, maximum: 0.5 }))),
  /** … or these of them, by code. */
  canaryCodes: Type.Optional(nullable(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 100 }))),
  /** Stops by itself when more than this share has failed, after at least 5. Default 0.2; 1: never. */
  failureThreshold: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 1 }))),
  /** How long a target whose turn came in vain is waited for. Default 24. */
  deadlineHours: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 8760 }))),
  /** Devices that were to be left alone for having failed repeatedly come all the same. */
  insist: Type.Optional(nullable(Type.Boolean())),
}
const _PaceExtras = Type.Object(paceExtras)
export type PaceExtras = Static<typeof _PaceExtras>

export const Rollout = Type.Object({
  id: Id,
  kind: RolloutKindName,
  code: Type.String(),
  remark: Type.String(),
  state: RolloutState,
  stopReason: nullable(StopReason),
  createTime: Instant,
  createBy: Type.String(),
  startTime: Instant,
  finishTime: nullable(Instant),
  /** null: no limit */
  upgradeCount: nullable(Type.Integer()),
  interval: nullable(Type.Integer()),
  /** In the caller's scope, as are the counts. */
  total: count,
  counts: RolloutCounts,
  version: Type.Integer(),
})
export type Rollout = Static<typeof Rollout>

export const RolloutDetail = Type.Object({
  ...Rollout.properties,
  /** Of params: what is set. */
  params: Type.Array(Type.Object({ id: Type.String(), value: Type.String() })),
  /** Of firmware. */
  versionId: nullable(Id),
  /** Of firmware: what is brought, also after its version was deleted. */
  firmware: nullable(Type.Object({ equipTypeId: Id, partType: Type.String(), version: Type.String() })),
  windowStart: nullable(Type.String()),
  windowEnd: nullable(Type.String()),
  failureThreshold: Type.Number(),
  deadlineHours: Type.Integer(),
  canaries: count,
  beginsWithOne: Type.Boolean(),
  /** The roll-out that this one takes back, and those that take this one back. */
  undoes: nullable(Id),
  undoneBy: Type.Array(Id),
  /** The creator saw more than the caller does: looking is all the caller may do. */
  isPartial: Type.Boolean(),
  nextGroupTime: nullable(Instant),
  lastGroupTime: nullable(Instant),
  /** If all that wait are online when their turn comes. */
  estimatedEndTime: nullable(Instant),
  reasons: Type.Array(
    Type.Object({
      state: TargetState,
      reason: nullable(Type.String()),
      /** In the caller's language. */
      label: Type.String(),
      count,
    }),
  ),
  /** Totals as they stood at the end of each span. */
  curve: Type.Array(Type.Object({ at: Instant, sent: count, success: count, failed: count })),
})
export type RolloutDetail = Static<typeof RolloutDetail>

export const RolloutTarget = Type.Object({
  id: Id,
  /** Of a device that may have been deleted since. */
  equipId: Id,
  code: Type.String(),
  equipModelName: Type.String(),
  operatorName: Type.String(),
  /** Now; 0 for a device that is gone. */
  isOnline: options(0, 1),
  partType: nullable(Type.String()),
  addrId: nullable(Type.Integer()),
  versionBefore: nullable(Type.String()),
  isCanary: Type.Boolean(),
  position: Type.Integer(),
  groupNumber: nullable(Type.Integer()),
  attempts: Type.Integer(),
  state: TargetState,
  reason: nullable(Type.String()),
  /** The reason in the caller's language, then what the device said. */
  message: nullable(Type.String()),
  /** The command's: 1, 0, 9, -1; null while in flight or not yet sent. */
  result: nullable(options(1, 0, 9, -1)),
  workId: nullable(Id),
  sendTime: nullable(Instant),
  backTime: nullable(Instant),
  finishTime: nullable(Instant),
  deadlineTime: nullable(Instant),
  /** Of params: what the device reported before. */
  valueBefore: Type.Array(Type.Object({ id: Type.String(), value: nullable(Type.String()) })),
})
export type RolloutTarget = Static<typeof RolloutTarget>

/** So many devices can be named by their codes. */
export const mostTargetCodes = 20_000
/** A device filter; here `code` means whole codes joined by commas, matched exactly. */
export const TargetSelection = Type.Object({
  ...DeviceSelection.properties,
  code: Type.Optional(Type.String({ maxLength: mostTargetCodes * 33 })),
})
export type TargetSelection = Static<typeof TargetSelection>

export const targetFilter = {
  id: Id,
  states: Type.Optional(Type.Array(TargetState, { maxItems: 6 })),
  reason: Type.Optional(Type.String({ maxLength: 64 })),
  /** Part of a code. */
  code: Type.Optional(Type.String({ maxLength: 32 })),
}

const named = Type.Array(Type.Object({ name: Type.String(), count }))
export const RolloutPreview = Type.Object({
  total: count,
  /** Would be told. */
  eligible: count,
  offline: count,
  skipped: Type.Array(Type.Object({ reason: Type.String(), label: Type.String(), count })),
  byOperator: named,
  byModel: named,
  /** Of firmware: current version of the part. */
  byVersion: named,
})
export type RolloutPreview = Static<typeof RolloutPreview>
