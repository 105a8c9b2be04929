import {
  Id,
  Instant,
  InstantInput,
  Paging,
  type Static,
  Type,
  get,
  nullable,
  options,
  optionsOf,
  pageOf,
  post,
  problems,
  routes,
  words,
} from '../kit/index.ts'

/**
 * How far an upgrade of one board has come. waiting: not with the device; sent: ordered, and the device has not begun;
 * running: it reports progress; proving: it says it is done, which the platform does not yet believe.
 */
export const upgradeStates = {
  waiting: words('等待中', 'Waiting'),
  sent: words('已下发', 'Sent'),
  running: words('升级中', 'Upgrading'),
  proving: words('验证中', 'Proving'),
  success: words('成功', 'Success'),
  failed: words('失败', 'Failed'),
  canceled: words('已取消', 'Canceled'),
} as const
const UpgradeState = optionsOf(upgradeStates)
export type UpgradeState = Static<typeof UpgradeState>

/** Why an upgrade ended without success. */
export const upgradeReasons = {
  deviceFailed: words('设备报告升级失败', 'The device reported a failure'),
  notBegun: words('设备未开始升级', 'The device did not begin'),
  noProgress: words('10 分钟内无升级进度', 'No progress for 10 minutes'),
  tooLong: words('升级耗时过长', 'It took too long'),
  notReturned: words(
    '设备报告成功后未上报新版本',
    'The device said success and never reported the new version',
  ),
  oldVersion: words('设备重启后仍为旧版本', 'The device came back with the old version'),
  noTelemetry: words('升级后设备未恢复上报数据', 'The device did not report data again'),
  alarmed: words('升级后出现一级告警', 'A level 1 alarm came after the upgrade'),
  deadline: words('设备在截止时间前未上线', 'The device did not come online before the deadline'),
  fileGone: words('升级文件已不存在', 'The firmware file is gone'),
  earlierFailed: words(
    '同一设备的前一部件升级未成功',
    'An earlier board of the same device was not upgraded',
  ),
  canceled: words('已取消', 'Canceled'),
  deviceDeleted: words('设备已被删除', 'The device was deleted'),
  deviceMoved: words('设备已转移至其他厂商', 'The device went to another manufacturer'),
} as const
const UpgradeReason = optionsOf(upgradeReasons)
export type UpgradeReason = Static<typeof UpgradeReason>

/** Why an upgrade is not ordered at all; a task skips such a device, or comes back to it later (`busy`). */
export const upgradeRefusals = {
  noDevice: words('设备不存在', 'There is no such device'),
  noVersion: words('升级文件不存在', 'There is no such firmware version'),
  notApproved: words('升级文件尚未审批', 'The firmware version has not been approved'),
  wrongType: words('升级文件不适用于该设备类型', 'The firmware is for another type of device'),
  noSuchPart: words('设备没有该部件', 'The device has no such part'),
  wrongHardware: words('升级文件不适用于该硬件版本', 'The firmware is for another hardware version'),
  upToDate: words('设备已是该版本', 'The device has this version already'),
  busy: words('该部件正在升级或等待升级', 'This part is being upgraded already'),
  penalty: words(
    '设备连续升级失败 3 次，24 小时内不再升级',
    'The device failed 3 times and is left alone for 24 hours',
  ),
} as const
export type UpgradeRefusal = keyof typeof upgradeRefusals

/** Upgrading, success, failed: the statuses that the specification knows. */
const UpgradeStatus = options(0, 1, 2)
export type UpgradeStatus = Static<typeof UpgradeStatus>

const percent = Type.Number({ minimum: 0, maximum: 100 })
const addrId = Type.Integer({ minimum: 0, maximum: 65_535 })

/** The newest upgrade of one board: in flight or waiting, or ended within a day. */
export const UpgradeProgressEntry = Type.Object({
  equipId: Id,
  /** The part type. */
  boardType: Type.String(),
  /** 0: the whole device; else a slot of a cabinet. */
  addrId,
  status: UpgradeStatus,
  progPercent: percent,
  /** The job; `cancel` takes it while it waits. */
  id: Id,
  /** What was ordered together has one outcome and shares this. */
  groupId: Id,
  state: UpgradeState,
  reason: nullable(UpgradeReason),
  /** The device's own words. */
  message: nullable(Type.String()),
  version: Type.String(),
  /** As the device reported it when the upgrade was ordered. */
  versionBefore: nullable(Type.String()),
  createTime: Instant,
  /** Until when a device that is away is waited for. */
  expireTime: Instant,
})
export type UpgradeProgressEntry = Static<typeof UpgradeProgressEntry>

/** Codes of the enumeration UPGRADE_STATUS; others may come, and are shown as unknown. */
export const upgradeResults = { upgrading: 0, success: 1, failed: 2, waiting: 3, skipped: 4 } as const

export const UpgradeLogRow = Type.Object({
  id: Id,
  equipId: Id,
  equipCode: Type.String(),
  equipTypeId: Id,
  partType: Type.String(),
  addrId,
  version: Type.String(),
  versionBefore: nullable(Type.String()),
  createTime: Instant,
  sendTime: nullable(Instant),
  finishTime: nullable(Instant),
  /** By UPGRADE_STATUS. */
  result: Type.Integer(),
  state: UpgradeState,
  reason: nullable(UpgradeReason),
  message: nullable(Type.String()),
  progPercent: percent,
  source: options('manual', 'task'),
  createBy: nullable(Type.String()),
})
export type UpgradeLogRow = Static<typeof UpgradeLogRow>

const Ordered = Type.Object({ groupId: Id, jobIds: Type.Array(Id) })
export type OrderedUpgrade = Static<typeof Ordered>

const insist = Type.Optional(
  Type.Boolean({ description: 'true: although the device failed three times, or has the version already' }),
)
const sent = words('升级命令发送成功', 'Upgrade command sent successfully')

export const upgrades = routes('upgrades', {
  /** One version for every board of its part type that the device has, or for the one with this addrId. */
  send: post('/api/equip/version/upgrade', {
    access: 'upgrades.send',
    input: Type.Object({ equipId: Id, versionId: Id, addrId: Type.Optional(addrId), insist }),
    output: Ordered,
    done: sent,
  }),
  /** Every part that has a newer release, in the order bms, mppt, pcs, sc, wifi; the first failure ends the rest. */
  sendAll: post('/api/equip/version/upgrade/batch', {
    access: 'upgrades.send',
    input: Type.Object({ equipId: Id, insist }),
    output: Ordered,
    done: sent,
  }),
  progress: get('/api/equip/version/upgrade/progress', {
    access: 'upgrades.read',
    input: Type.Object({ equipIds: Type.Array(Id, { maxItems: 100 }) }),
    output: Type.Array(UpgradeProgressEntry),
  }),
  /** Ends what waits of the job's group; what has gone out goes on. */
  cancel: post('/api/equip/version/upgrade/cancel/:id', {
    access: 'upgrades.send',
    input: Type.Object({ id: Id }),
    done: words('已取消升级', 'Upgrade canceled'),
  }),
  log: post('/api/equipUpgradeLog/page', {
    access: 'upgrades.read',
    input: Type.Object({
      equipId: Type.Optional(Id),
      result: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
      partType: Type.Optional(Type.String({ maxLength: 64 })),
      startTime: Type.Optional(InstantInput),
      endTime: Type.Optional(InstantInput),
      ...Paging,
    }),
    output: pageOf(UpgradeLogRow),
  }),
})

export const upgradeProblems = problems('upgrades', {
  notFound: [404, '升级任务不存在', 'There is no such upgrade'],
  nothingNewer: [422, '没有可升级的内容', 'No upgradable content'],
  noDevice: [404, '设备不存在', 'There is no such device'],
  noVersion: [422, '升级文件不存在', 'There is no such firmware version'],
  notApproved: [409, '升级文件尚未审批', 'The firmware version has not been approved'],
  wrongType: [422, '升级文件不适用于该设备类型', 'The firmware is for another type of device'],
  noSuchPart: [422, '设备没有该部件', 'The device has no such part'],
  wrongHardware: [422, '升级文件不适用于该硬件版本', 'The firmware is for another hardware version'],
  upToDate: [409, '设备已是该版本', 'The device has this version already'],
  busy: [409, '该部件正在升级或等待升级', 'This part is being upgraded already'],
  penalty: [
    409,
    '设备连续升级失败 3 次，24 小时内不再升级；如需继续请确认强制升级',
    'The device failed 3 times and is left alone for 24 hours, unless you insist',
  ],
  underWay: [409, '升级已开始，无法取消', 'The upgrade is under way and cannot be canceled'],
})
