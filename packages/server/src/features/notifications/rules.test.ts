import { expect, test } from 'vitest'
import { isAllowed, listOf, wrongRanges } from '../../platform/http/guard.ts'
import { commonPlace } from './gather.ts'
import { isRipe, retryAfter } from './pace.ts'
import { isQuiet } from './quiet.ts'
import { sign } from './webhook.ts'
import { type Body, linesOf, titleOf } from './wording.ts'

const shanghai = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`)
const from = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

test('quiet hours are those of the platform’s zone, and may run over midnight', () => {
  const night = { quietFrom: from('22:30'), quietUntil: from('07:00') }
  const noon = { quietFrom: from('12:00'), quietUntil: from('13:00') }
  const never = { quietFrom: 0, quietUntil: 0 }
  const cases: [object & typeof night, string, boolean][] = [
    [night, '22:29', false],
    [night, '22:30', true],
    [night, '00:00', true],
    [night, '06:59', true],
    [night, '07:00', false],
    [noon, '12:30', true],
    [noon, '13:00', false],
    [never, '00:00', false],
  ]
  for (const [hours, time, expected] of cases)
    expect(isQuiet(hours, shanghai(time), 'Asia/Shanghai'), time).toBe(expected)
})

test('the first of a kind gathers for seconds, what follows soon for minutes, level 1 for less', () => {
  const now = shanghai('12:00')
  const after = (ms: number) => now - ms
  const quiet = { lastMessageAt: null, worst: 2, isConsole: false }
  expect(isRipe({ ...quiet, firstAt: after(1_000) }, now)).toBe(false)
  expect(isRipe({ ...quiet, firstAt: after(5_000) }, now)).toBe(true)
  const soon = { firstAt: after(90_000), lastMessageAt: after(100_000), isConsole: false }
  expect(isRipe({ ...soon, worst: 2 }, now)).toBe(false)
  expect(isRipe({ ...soon, worst: 1 }, now)).toBe(true)
  expect(isRipe({ ...soon, worst: 2, isConsole: true }, now)).toBe(true)
  expect(isRipe({ ...soon, lastMessageAt: after(300_000), worst: null }, now)).toBe(true)
})

test('a message is tried six times over two and a half hours', () => {
  expect([1, 2, 3, 4, 5, 6].map(retryAfter)).toEqual([
    10_000,
    60_000,
    300_000,
    1_800_000,
    7_200_000,
    undefined,
  ])
})

test('a storm is named by the smallest region that holds it', () => {
  expect(
    commonPlace([
      ['310000', '310115'],
      ['310000', '310115'],
    ]),
  ).toBe('310115')
  expect(
    commonPlace([
      ['310000', '310115'],
      ['310000', '310101'],
    ]),
  ).toBe('310000')
  expect(commonPlace([['310000'], ['110000']])).toBeUndefined()
  expect(
    commonPlace([
      ['all', '310000'],
      ['all', '110000'],
    ]),
  ).toBeUndefined()
  expect(commonPlace([[]])).toBeUndefined()
})

const storm: Body = {
  ...{ devices: 312, alarms: 312, from: '2026-11-21T00:00:00.000Z', until: '2026-11-21T00:01:00.000Z' },
  ...{ region: { zh: '浦东新区', en: 'Pudong' }, levels: {} },
  items: [{ deviceId: 1, code: 'A1', at: '2026-11-21T00:00:00.000Z', level: null, what: null }],
}

test('many devices are one sentence, with the first of them in the platform’s time', () => {
  expect(titleOf('offline', storm, 'zh')).toBe('浦东新区 312 台设备离线')
  expect(titleOf('offline', storm, 'en')).toBe('312 devices offline at Pudong')
  expect(linesOf('offline', storm, { language: 'zh', timeZone: 'Asia/Shanghai' })).toEqual([
    '2026-11-21 08:00:00 A1 离线',
    '……另有 311 条',
  ])
})

test('inner networks are out of reach, in whatever clothes, unless the operator lets them in', () => {
  const none = listOf([])
  const inner = [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '0.0.0.0',
    '::1',
    'fe80::1',
    'fd00::1',
  ]
  for (const address of [...inner, '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::a00:1', 'nonsense'])
    expect(isAllowed(address, none), address).toBe(false)
  for (const address of ['8.8.8.8', '2606:4700::1111']) expect(isAllowed(address, none), address).toBe(true)
  expect(isAllowed('127.0.0.1', listOf(['127.0.0.0/8']))).toBe(true)
  expect(isAllowed('10.1.2.3', listOf(['127.0.0.0/8']))).toBe(false)
  expect(wrongRanges(['10.0.0.0/8', 'fd00::/8', '10.0.0.0/99', 'ours', ''])).toEqual([
    '10.0.0.0/99',
    'ours',
    '',
  ])
})

test('a signature covers the time and the body', () => {
  // openssl dgst -sha256 -hmac secret
  expect(sign('secret', '1700000000', '{"id":1}')).toBe(
    'v1=3dd1b9aef568d75f6790a84bd2e5dfa1f44409eef3cbdbd3f10b837376100c11',
  )
  expect(sign('secret', '1700000001', '{"id":1}')).not.toBe(sign('secret', '1700000000', '{"id":1}'))
  expect(sign('secret', '1700000000', '{"id":2}')).not.toBe(sign('secret', '1700000000', '{"id":1}'))
})
