import {
  Flag,
  Id,
  Instant,
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

/** How a command, or one sending of it, came about. */
export const operationSources = {
  auto: words('时段自动控制', 'Time-period automatic control'),
  manual: words('手动', 'Manual'),
  smart: words('智能插座控制', 'Smart socket control'),
  retry: words('重试', 'Retry'),
  queue: words('队列下发', 'Queued content sent'),
  reconnect: words('断线重连', 'Reconnect after disconnect'),
  report: words('数据上报', 'Data report'),
} as const
const OperationSource = optionsOf(operationSources)
export type OperationSource = Static<typeof OperationSource>

/** null while in flight, or next to be sent */
const CommandResult = options(1, 0, 9, -1)
export type CommandResult = Static<typeof CommandResult>
export const commandResults = {
  '1': words('成功', 'Success'),
  '0': words('失败', 'Failure'),
  '9': words('离线待重试', 'Retry when online'),
  '-1': words('发送失败', 'Send failed'),
} as const

/**
 * How far a command has come. waiting: not with the device; sent: handed to its connection; delivered: the device has
 * acknowledged the message; proving: the device said yes, and its parameters are being read back; done: see `result`.
 */
const CommandState = options('waiting', 'sent', 'delivered', 'proving', 'done')
export type CommandState = Static<typeof CommandState>

/** Why a command ended as it did, where the result alone does not say it. */
export const commandReasons = {
  refused: words('设备拒绝执行', 'The device refused'),
  noAnswer: words('设备无应答', 'The device did not answer'),
  lateAnswer: words('设备应答已超时', 'The device answered too late'),
  notReadBack: words('设备未回报参数，无法确认', 'The device did not report the parameters back'),
  differs: words('设备回报的参数与下发不一致', 'The device reports other values'),
  expired: words('指令已过期', 'The command has expired'),
  superseded: words('已被较新的指令取代', 'A newer command took its place'),
  withdrawn: words('已取消下发', 'Withdrawn before it was sent'),
  deviceDeleted: words('设备已被删除', 'The device was deleted'),
  deviceMoved: words('设备已转移至其他厂商', 'The device went to another manufacturer'),
} as const
const CommandReason = optionsOf(commandReasons)
export type CommandReason = Static<typeof CommandReason>

/** One sending of a command. */
export const CommandAttempt = Type.Object({
  number: Type.Integer(),
  source: OperationSource,
  sendTime: Instant,
  /** When the device acknowledged the message. */
  deliveredTime: nullable(Instant),
  /** When its answer came. */
  backTime: nullable(Instant),
  result: nullable(Flag),
  message: nullable(Type.String()),
})
export type CommandAttempt = Static<typeof CommandAttempt>

export const CommandRow = Type.Object({
  id: Id,
  equipId: Id,
  /** The id that the device sees. */
  commandCode: Type.String(),
  kind: Type.String(),
  /** What it sets; a newer command for the same takes the place of one that waits. */
  signals: Type.Array(Type.String()),
  /** Who gave it. */
  origin: OperationSource,
  /** How it went out the first time; until then as `origin`. */
  operationSource: OperationSource,
  /** How often it was sent again. */
  retryCount: Type.Integer(),
  state: CommandState,
  result: nullable(CommandResult),
  reason: nullable(CommandReason),
  /** What the device said, or which parameters differ. */
  message: nullable(Type.String()),
  sendTime: nullable(Instant),
  deliveredTime: nullable(Instant),
  backTime: nullable(Instant),
  finishTime: nullable(Instant),
  expireTime: Instant,
  createTime: Instant,
  createBy: nullable(Type.String()),
  /** What was sent, as JSON. */
  commandMsg: Type.String(),
  attempts: Type.Array(CommandAttempt),
})
export type CommandRow = Static<typeof CommandRow>

const Queued = Type.Object({ commandId: Id })
export type Queued = Static<typeof Queued>

const Setting = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_]{1,32}$' }),
  value: Type.Union([Type.String({ maxLength: 256 }), Type.Number()]),
})
export type Setting = Static<typeof Setting>
const Settings = Type.Array(Setting, { minItems: 1, maxItems: 100 })

const OnlineStatus = Type.Object({
  isOnline: Flag,
  lastOnlineTime: nullable(Instant),
  lastOfflineTime: nullable(Instant),
  /** Fast reports that somebody asked for; each lapses by itself when nobody asks for this status any more. */
  uploads: Type.Array(
    Type.Object({
      /** null: every board */
      board: nullable(Type.String()),
      commandId: Id,
      /** 1: the device has confirmed it. */
      result: nullable(CommandResult),
      lapseTime: Instant,
    }),
  ),
})
export type OnlineStatus = Static<typeof OnlineStatus>

const Labelled = { label: Type.String() }
/** A parameter of the device's type as the dictionary describes it, with what the device last reported. */
export const DeviceParam = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: options('option', 'integer', 'digits', 'endpoint', 'text'),
  unit: nullable(Type.String()),
  min: nullable(Type.Number()),
  max: nullable(Type.Number()),
  options: Type.Array(Type.Object({ value: Type.String(), ...Labelled })),
  /** Of digits: what each stands for, in order. */
  slots: Type.Array(Type.Object(Labelled)),
  value: nullable(Type.String()),
  reportTime: nullable(Instant),
  /** A command that is to set it, and has not ended. */
  pending: nullable(Type.Object({ commandId: Id, value: Type.String() })),
})
export type DeviceParam = Static<typeof DeviceParam>

const board = Type.String({ pattern: '^[a-z]{1,16}$' })
const sent = words('指令已下发', 'Command sent')

export const commands = routes('commands', {
  /** Refuses an offline device; every other command waits for it. */
  control: post('/api/equip/control', {
    access: 'commands.send',
    input: Type.Object({ devType: Id, devId: Id, paramList: Settings }),
    output: Queued,
    done: sent,
  }),
  /** Fast or slow reports of one board. */
  setting: post('/api/equip/setting', {
    access: 'commands.send',
    input: Type.Object({ equipId: Id, type: board, value: Flag }),
    output: Queued,
    done: words('设置成功', 'Set successfully'),
  }),
  /** Fast or slow reports of all boards. */
  uploadSwitch: post('/api/equip/upload/switch', {
    access: 'commands.send',
    input: Type.Object({ equipId: Id, value: Flag }),
    output: Queued,
    done: words('设置成功', 'Set successfully'),
  }),
  /** Asked every 60 s while the dialog is open: that keeps fast reports alive. */
  onlineStatus: get('/api/equip/online/status', {
    access: 'commands.read',
    input: Type.Object({ equipId: Id }),
    output: OnlineStatus,
  }),
  params: get('/api/equip/param', {
    access: 'commands.read',
    input: Type.Object({ equipId: Id }),
    output: Type.Array(DeviceParam),
  }),
  setParams: post('/api/equip/param/set', {
    access: 'commands.send',
    input: Type.Object({ equipId: Id, entitys: Settings }),
    output: Queued,
    done: sent,
  }),
  log: get('/api/equip/command/log/page', {
    access: 'commands.read',
    input: Type.Object({ equipId: Id, ...Paging }),
    output: pageOf(CommandRow),
  }),
})

export const commandProblems = problems('commands', {
  offline: [409, '设备离线，无法查看或控制', 'The device is offline, cannot view or control'],
  wrongType: [422, '设备类型不一致', 'The device is of another type'],
  unknownBoard: [422, '该设备没有“{board}”数据', 'This device has no board "{board}"'],
  unknownControl: [422, '该设备不支持控制项 {id}', 'This device has no control {id}'],
  wrongControl: [422, '控制项 {id} 的取值无效', 'Not a value for control {id}'],
  noParams: [422, '该设备类型不支持参数设置', 'Devices of this type have no parameters to set'],
  unknownParam: [422, '不支持的参数 {id}', 'Unknown parameter {id}'],
  paramTwice: [422, '参数 {id} 重复', 'The parameter {id} is given twice'],
  wrongParam: [422, '{name}：{rule}', '{name}: {rule}'],
  wrongParams: [422, '{first}', '{first}'],
})

/** What a value of a parameter must be. */
export const paramRules = {
  option: words('可选值为 {values}', 'takes one of {values}'),
  integer: words('应为 {min} 到 {max} 的整数', 'takes a whole number from {min} to {max}'),
  digits: words('应为 {length} 位 0 到 8 的数字', 'takes {length} digits 0 to 8'),
  endpoint: words('格式应为 主机:端口', 'takes host:port'),
  text: words('不能为空', 'must not be empty'),
}
