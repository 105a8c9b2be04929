import type { TimelineEntry } from '@wattkeeper/contracts/api/device-history'
import { expect, test } from 'vitest'
import { type Names, settingWords, tell } from './entry-words.ts'
import type { Say } from '../../../../i18n/i18n.ts'
import { zh } from './text/zh.ts'

const sayNow: Say<typeof zh> = (key, ...params) =>
  Object.entries(params[0] ?? {}).reduce<string>(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    zh[key],
  )

const cabinet: Names = { equipTypeId: 3, params: new Map([['02121005', '满电SOC']]), language: 'zh' }
const words = (setting: string, names = cabinet) => settingWords(setting, names, sayNow)

test('what a command sets is told in words: controls, parameters, boards', () => {
  expect(words('33001_5=1')).toBe('5 号仓 开仓门')
  expect(words('33002_5=0')).toBe('5 号仓 仓启用 关')
  expect(words('33003_5=6')).toBe('5 号仓 仓指示灯 6')
  expect(words('02121005=95')).toBe('满电SOC 95')
  expect(words('02121011=host:1883')).toBe('02121011 host:1883')
  expect(words('=1')).toBe('所有数据 每 10 秒')
  expect(words('cabinet=0')).toBe('换电柜 每 60 秒')
  expect(words('13001=1', { ...cabinet, equipTypeId: 1 })).toBe('灯带 开')
})

const entry: TimelineEntry = {
  ...{ kind: 'connection', id: 1, at: '2026-01-01T00:00:00.000Z', flag: null, subject: null, detail: null },
  ...{ names: [], result: null, reason: null, by: null },
}
const told = (over: Partial<TimelineEntry>) => tell({ ...entry, ...over }, cabinet, sayNow)

test('each kind of entry is told by what matters in it', () => {
  expect(told({ flag: false, detail: 'instanceLost' })).toEqual({ title: '离线', detail: '接入服务中断' })
  expect(told({ kind: 'alarm', flag: true, subject: '烟雾', detail: '烟感动作' })).toEqual({
    title: '告警恢复 烟雾',
    detail: '烟感动作',
  })
  expect(told({ kind: 'edit', subject: 'devices.update', names: ['address', 'new_one'] })).toEqual({
    title: '修改设备信息',
    detail: '详细地址、new_one',
  })
  expect(told({ kind: 'command', subject: 'reboot' }).title).toBe('指令 reboot')
})
