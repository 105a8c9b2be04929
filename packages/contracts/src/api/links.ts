import {
  Id,
  Instant,
  type Static,
  Type,
  measure,
  nullable,
  options,
  optionsOf,
  routes,
  words,
} from '../kit/index.ts'

/** The chain between a phone and a device, in the order in which a question travels and its answer comes back. */
export const hopNames = ['one', 'two', 'three', 'four', 'five', 'six'] as const
export type HopName = (typeof hopNames)[number]

export const linkEnds = {
  phone: words('手机', 'Phone'),
  om: words('om', 'om'),
  device: words('设备', 'Device'),
  report: words('report', 'report'),
  cache: words('缓存', 'Cache'),
} as const
export type LinkEnd = keyof typeof linkEnds

export const hopEnds: Readonly<Record<HopName, readonly [from: LinkEnd, to: LinkEnd]>> = {
  one: ['phone', 'om'],
  two: ['om', 'device'],
  three: ['device', 'report'],
  four: ['report', 'cache'],
  five: ['cache', 'om'],
  six: ['om', 'phone'],
}

/** Why a hop is dark. */
export const hopReasons = {
  noPhone: words('没有手机正在查看此设备', 'No phone is watching this device'),
  phoneSilent: words('手机已连接，但没有发来消息', 'A phone is connected but sends nothing'),
  phoneDeaf: words('手机已连接，但没有应答心跳', 'A phone is connected but does not answer the heartbeat'),
  offline: words('设备离线', 'The device is offline'),
  notDelivered: words('指令已发出，设备未确认收到', 'A ping was sent; the device did not acknowledge it'),
  notSent: words('指令未能发出', 'A ping could not be sent'),
  notHeard: words('设备已连接，但没有上报消息', 'The device is connected but reports nothing'),
  reportSilent: words('report 没有应答', 'report does not answer'),
  cacheRefuses: words('缓存拒绝写入', 'The cache cannot be written'),
  cacheUnreadable: words('缓存无法读取', 'The cache cannot be read'),
} as const
const HopReason = optionsOf(hopReasons)
export type HopReason = Static<typeof HopReason>

export const Hop = Type.Object({
  name: options(...hopNames),
  isConnected: Type.Boolean(),
  /** When it was last seen to work; null: not as far back as anybody remembers. */
  lastSuccessTime: nullable(Instant),
  /** Of the last success, where one can be told. */
  latencyMs: nullable(Type.Number()),
  reason: nullable(HopReason),
  /** What the part itself said. */
  detail: nullable(Type.String()),
})
export type Hop = Static<typeof Hop>

/** Each hop as it was measured for this answer. */
export const Connection = Type.Object({
  one: Type.Boolean(),
  two: Type.Boolean(),
  three: Type.Boolean(),
  four: Type.Boolean(),
  five: Type.Boolean(),
  six: Type.Boolean(),
  hops: Type.Array(Hop),
  measuredTime: Instant,
})
export type Connection = Static<typeof Connection>

export const links = routes('links', {
  /** Takes as long as the device takes to answer a ping, at most a few seconds. */
  connection: measure('/api/equip/connection', {
    access: 'links.read',
    input: Type.Object({ equipId: Id }),
    output: Connection,
  }),
})
