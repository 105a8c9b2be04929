import type { NotificationKind } from '@wattkeeper/contracts/api/notifications'
import { type Language, type Words, say, words } from '@wattkeeper/contracts/kit'

/** What a message is about, as it is kept: both languages, so that it can be read in either. */
export interface Body {
  readonly devices: number
  readonly alarms: number
  /** Of what happened first and last. */
  readonly from: string
  readonly until: string
  /** Where all of it happened, as closely as one place can be named. */
  readonly region: Words | null
  /** Alarms by level; 0: without one. */
  readonly levels: Readonly<Record<string, number>>
  readonly items: readonly Item[]
}

export interface Item {
  /** null: a roll-out. */
  readonly deviceId: number | null
  readonly rolloutId?: number
  /** Of the device, or of the roll-out. */
  readonly code: string
  readonly at: string
  readonly level: number | null
  /** The alarm, why an upgrade failed, how a roll-out ended; null of a device that went offline. */
  readonly what: Words | null
}

export type Kind = NotificationKind

/** More are counted, not named. */
export const mostItems = 20

const titles = {
  one: words('{code}：{what}', '{code}: {what}'),
  alarmDevice: words('{code}：{alarms} 条新告警', '{code}: {alarms} new alarms'),
  alarmMany: words(
    '{place}{devices} 台设备 {alarms} 条新告警',
    '{alarms} new alarms on {devices} devices{place}',
  ),
  offlineOne: words('{place}设备 {code} 离线', 'Device {code} offline{place}'),
  offlineMany: words('{place}{devices} 台设备离线', '{devices} devices offline{place}'),
  fleetLost: words(
    '接入服务中断，{devices} 台设备同时离线',
    'A connection server was lost, and {devices} devices with it',
  ),
  rolloutStopped: words('{alarms} 个批量任务已自动停止', '{alarms} roll-outs stopped by themselves'),
  rolloutFailures: words(
    '{alarms} 个批量任务完成但有失败，共 {devices} 台设备失败',
    '{alarms} roll-outs completed with failures on {devices} devices',
  ),
  upgradeDevice: words('{code}：{alarms} 次升级失败', '{code}: {alarms} upgrades failed'),
  upgradeMany: words('{place}{devices} 台设备升级失败', 'Upgrades failed on {devices} devices{place}'),
  test: words('测试通知', 'Test message'),
}
const lines = {
  level: words('{level}级 {n} 条', 'level {level}: {n}'),
  noLevel: words('未分级 {n} 条', 'no level: {n}'),
  alarm: words('{at} {code} {what}（{level}级）', '{at} {code} {what} (level {level})'),
  alarmPlain: words('{at} {code} {what}', '{at} {code} {what}'),
  offline: words('{at} {code} 离线', '{at} {code} went offline'),
  more: words('……另有 {n} 条', '… and {n} more'),
  test: words('收到此消息说明该通知渠道可用。', 'This channel works if you can read this.'),
}
const places = { at: words('{region} ', ' at {region}') }

interface Reader {
  readonly language: Language
  readonly timeZone: string
}

export function titleOf(kind: Kind, body: Body, language: Language): string {
  const { devices, alarms, region, items } = body
  const [first] = items
  const place = region ? say(places.at, language, { region: region[language] }) : ''
  const params = { devices, alarms, place, code: first?.code ?? '', what: first?.what?.[language] ?? '' }
  if (kind === 'test' || kind === 'fleetLost') return say(titles[kind], language, params)
  if (kind === 'offline') return say(devices === 1 ? titles.offlineOne : titles.offlineMany, language, params)
  if (alarms === 1) return say(titles.one, language, params)
  if (kind === 'rolloutStopped' || kind === 'rolloutFailures') return say(titles[kind], language, params)
  if (kind === 'upgradeFailed')
    return say(devices === 1 ? titles.upgradeDevice : titles.upgradeMany, language, params)
  return say(devices === 1 ? titles.alarmDevice : titles.alarmMany, language, params)
}

export function linesOf(kind: Kind, body: Body, { language, timeZone }: Reader): string[] {
  if (kind === 'test') return [lines.test[language]]
  const { items, levels, alarms, devices } = body
  const byLevel = Object.entries(levels).map(([level, n]) =>
    say(level === '0' ? lines.noLevel : lines.level, language, { level, n }),
  )
  const named = items.map(({ code, at, level, what }) =>
    say(what === null ? lines.offline : level === null ? lines.alarmPlain : lines.alarm, language, {
      at: localTime(at, timeZone),
      ...{ code, level: level ?? '', what: what?.[language] ?? '' },
    }),
  )
  const rest = (isOfDevices(kind) ? devices : alarms) - items.length
  return [
    ...(kind === 'alarm' && alarms > 1 ? [byLevel.join(language === 'zh' ? '，' : ', ')] : []),
    ...named,
    ...(rest > 0 ? [say(lines.more, language, { n: rest })] : []),
  ]
}

/** Each device once; what happens of the other kinds is counted by itself. */
const isOfDevices = (kind: Kind) => kind === 'offline' || kind === 'fleetLost'

/** `2026-11-21 16:03:20` in a zone. */
function localTime(at: string, timeZone: string): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone })
}
