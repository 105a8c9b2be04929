import { describe, expect, test } from 'vitest'
import { ago, dateTime, zoneName } from './format.ts'

const at = Date.parse('2026-03-01T16:30:05Z')

describe('times', () => {
  test('stand in the platform’s zone, wherever the reader is', () => {
    expect(dateTime(at, 'Asia/Shanghai')).toBe('2026-03-02 00:30:05')
    expect(dateTime(at, 'America/New_York')).toBe('2026-03-01 11:30:05')
    expect(zoneName(at, 'Asia/Shanghai')).toBe('GMT+8')
  })

  test.each([
    [12_000, '12秒前', '12 sec. ago'],
    [60_000, '1分钟前', '1 min. ago'],
    [3_599_000, '59分钟前', '59 min. ago'],
    [7_200_000, '2小时前', '2 hr. ago'],
    [172_800_000, '2天前', '2 days ago'],
  ])('%i ms ago', (age, zh, en) => {
    expect(ago(at - age, at, 'zh').replaceAll(' ', '')).toBe(zh)
    expect(ago(at - age, at, 'en')).toBe(en)
  })
})
