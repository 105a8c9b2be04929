import {
  ById,
  Flag,
  Id,
  Instant,
  Nothing,
  Paging,
  type Static,
  Type,
  Version,
  deleted,
  get,
  nullable,
  options,
  optionsOf,
  pageOf,
  post,
  problems,
  routes,
  text,
  words,
} from '../kit/index.ts'

/** What a person can be told of. Who may not look at roll-outs, or at upgrades, is not told of them. */
export const notificationKinds = {
  alarm: words('新告警', 'New alarms'),
  offline: words('设备离线', 'Devices offline'),
  fleetLost: words('接入服务中断', 'Lost with a connection server'),
  rolloutStopped: words('批量任务自动停止', 'Roll-outs stopped by themselves'),
  rolloutFailures: words('批量任务完成但有失败', 'Roll-outs completed with failures'),
  upgradeFailed: words('设备升级失败', 'Failed upgrades'),
  test: words('测试', 'Test'),
} as const
export const ruleKinds = [
  ...(['alarm', 'offline', 'fleetLost', 'rolloutStopped', 'rolloutFailures', 'upgradeFailed'] as const),
] as const
const RuleKind = options(...ruleKinds)
export type RuleKind = Static<typeof RuleKind>
const NotificationKind = optionsOf(notificationKinds)
export type NotificationKind = Static<typeof NotificationKind>

export const channelKinds = {
  email: words('邮件', 'E-mail'),
  webhook: words('Webhook', 'Webhook'),
} as const
const ChannelKind = optionsOf(channelKinds)
export type ChannelKind = Static<typeof ChannelKind>

const minuteOfDay = Type.Integer({ minimum: 0, maximum: 1439 })

export const QuietHours = {
  /** The language of what leaves the console. */
  language: options('zh', 'en'),
  /** Minutes of the day in the platform's time zone; equal: never quiet. */
  quietFrom: minuteOfDay,
  quietUntil: minuteOfDay,
  /** Level-1 alarms go out in quiet hours, too. */
  worstAnyway: Type.Boolean(),
}

export const NotificationSettings = Type.Object({
  ...QuietHours,
  /** IANA name of the zone that quiet hours are in. */
  timeZone: Type.String(),
  /** Whether this installation can send e-mail. */
  hasEmail: Type.Boolean(),
})
export type NotificationSettings = Static<typeof NotificationSettings>

const name = text({
  required: words('请输入名称', 'Please enter a name'),
  max: [64, words('名称不能超过64个字符', 'At most 64 characters')],
})
const target = text({
  required: words('请输入地址', 'Please enter the address'),
  max: [500, words('地址不能超过500个字符', 'At most 500 characters')],
})

export const NewChannel = Type.Object({ kind: ChannelKind, name, target })
export type NewChannel = Static<typeof NewChannel>

export const Channel = Type.Object({
  id: Id,
  kind: ChannelKind,
  name: Type.String(),
  target: Type.String(),
  version: Version,
  /** What became of the last message that took it. */
  lastState: nullable(options('waiting', 'sent', 'failed')),
  lastTime: nullable(Instant),
})
export type Channel = Static<typeof Channel>

const ids = Type.Array(Id, { maxItems: 200, uniqueItems: true, default: [] })
const ruleFields = {
  name,
  isEnabled: Type.Boolean(),
  kinds: Type.Array(RuleKind, {
    minItems: 1,
    maxItems: ruleKinds.length,
    uniqueItems: true,
    'x-words': {
      required: words('请选择通知内容', 'Please select what to be told of'),
      minItems: words('请选择通知内容', 'Please select what to be told of'),
    },
  }),
  /** Of alarms; empty stands for every level. */
  levels: Type.Array(options(1, 2, 3, 4), { maxItems: 4, uniqueItems: true, default: [] }),
  organizationIds: ids,
  equipTypeIds: ids,
  regionCodes: Type.Array(Type.String({ pattern: '^[0-9]{1,12}$' }), {
    ...{ maxItems: 200, uniqueItems: true, default: [] },
  }),
  inConsole: Type.Boolean(),
  channelIds: ids,
}
export const NewRule = Type.Object(ruleFields)
export type NewRule = Static<typeof NewRule>
export const Rule = Type.Object({ id: Id, version: Version, ...ruleFields })
export type Rule = Static<typeof Rule>

const told = {
  id: Id,
  kind: NotificationKind,
  /** The worst level in it. */
  level: nullable(Type.Integer()),
  title: Type.String(),
  lines: Type.Array(Type.String()),
  createTime: Instant,
}

/** A message in the console. */
export const Notice = Type.Object({
  ...told,
  isRead: Flag,
  /** Of a message about one device: which. */
  equipId: nullable(Id),
  /** Of a message about one roll-out: which. */
  rolloutId: nullable(Id),
})
export type Notice = Static<typeof Notice>

export const deliveryStates = {
  waiting: words('等待发送', 'Waiting'),
  sent: words('已送达', 'Delivered'),
  failed: words('发送失败', 'Failed'),
} as const

/** A message that left the console, or is to. */
export const Delivery = Type.Object({
  ...told,
  channelKind: ChannelKind,
  channelName: Type.String(),
  target: Type.String(),
  state: options('waiting', 'sent', 'failed'),
  nextTryTime: nullable(Instant),
  finishTime: nullable(Instant),
  reason: nullable(Type.String()),
  attempts: Type.Array(
    Type.Object({
      number: Type.Integer(),
      at: Instant,
      isSuccess: Type.Boolean(),
      tookMs: Type.Integer(),
      reason: nullable(Type.String()),
    }),
  ),
})
export type Delivery = Static<typeof Delivery>

const use = 'notifications.use'
const saved = words('保存成功', 'Saved')
/** The secret, this once and never again; null of e-mail. */
const ChannelWithSecret = Type.Object({ id: Id, secret: nullable(Type.String()) })

export const notifications = routes('notifications', {
  inbox: post('/api/notification/inbox', {
    access: use,
    input: Type.Object({ ...Paging, isUnread: Type.Optional(Flag) }),
    output: pageOf(Notice),
  }),
  unread: get('/api/notification/unread', { access: use, output: Type.Object({ count: Type.Integer() }) }),
  /** Without ids: all. */
  read: post('/api/notification/read', {
    access: use,
    input: Type.Object({ ids: Type.Optional(Type.Array(Id, { maxItems: 500 })) }),
    output: Nothing,
    audited: false,
  }),
  settings: get('/api/notification/settings', { access: use, output: NotificationSettings }),
  saveSettings: post('/api/notification/settings/save', {
    access: use,
    input: Type.Object(QuietHours),
    output: Nothing,
    done: saved,
  }),
  channels: get('/api/notification/channel/list', { access: use, output: Type.Array(Channel) }),
  createChannel: post('/api/notification/channel/insert', {
    access: use,
    input: NewChannel,
    output: ChannelWithSecret,
    done: saved,
  }),
  updateChannel: post('/api/notification/channel/update', {
    access: use,
    input: Type.Object({ id: Id, version: Type.Optional(Version), name, target }),
    output: Nothing,
    done: saved,
  }),
  removeChannel: post('/api/notification/channel/delete/:id', {
    access: use,
    input: ById,
    ...deleted,
  }),
  renewSecret: post('/api/notification/channel/secret/:id', {
    access: use,
    input: ById,
    output: ChannelWithSecret,
  }),
  test: post('/api/notification/channel/test/:id', {
    access: use,
    input: ById,
    output: Type.Object({ notificationId: Id }),
    done: words('测试通知已发出，结果见发送记录', 'The test is on its way; see the delivery log'),
  }),
  rules: get('/api/notification/rule/list', { access: use, output: Type.Array(Rule) }),
  createRule: post('/api/notification/rule/insert', {
    access: use,
    input: NewRule,
    output: ById,
    done: saved,
  }),
  updateRule: post('/api/notification/rule/update', {
    access: use,
    input: Type.Object({ ...ruleFields, id: Id, version: Type.Optional(Version) }),
    output: Nothing,
    done: saved,
  }),
  removeRule: post('/api/notification/rule/delete/:id', {
    access: use,
    input: ById,
    ...deleted,
  }),
  log: post('/api/notification/log', {
    access: use,
    input: Type.Object({
      ...Paging,
      channelKind: Type.Optional(ChannelKind),
      state: Type.Optional(options('waiting', 'sent', 'failed')),
    }),
    output: pageOf(Delivery),
  }),
})

export const notificationProblems = problems('notifications', {
  channelNotFound: [404, '通知渠道不存在', 'The channel does not exist'],
  ruleNotFound: [404, '通知规则不存在', 'The rule does not exist'],
  noEmail: [422, '平台未配置邮件服务', 'This installation cannot send e-mail'],
  wrongEmail: [422, '邮箱地址格式不正确', 'Not an e-mail address'],
  wrongUrl: [
    422,
    'Webhook 地址须为 https 地址，且不含用户名和密码',
    'A webhook is an https address without user name and password',
  ],
  innerUrl: [422, 'Webhook 地址不能指向内部网络', 'A webhook must not lead into the inner network'],
  noSecret: [422, '邮件渠道没有密钥', 'An e-mail channel has no secret'],
  nowhere: [422, '请至少选择一个通知渠道', 'Please select at least one channel'],
  tooManyChannels: [422, '最多 20 个通知渠道', 'At most 20 channels'],
  tooManyRules: [422, '最多 50 条通知规则', 'At most 50 rules'],
})
