import { expect, test } from 'vitest'
import { instantOf } from './instant.ts'

test.each([
  ['2026-11-21T01:20:00Z', '2026-11-21T01:20:00.000Z'],
  ['2026-11-21T09:20:00.5+08:00', '2026-11-21T01:20:00.500Z'],
  ['2026-11-21 09:20:00', '2026-11-21T01:20:00.000Z'],
  ['2026-11-21 09:20', '2026-11-21T01:20:00.000Z'],
  ['2026-11-21', '2026-11-20T16:00:00.000Z'],
])('%s in Shanghai is %s', (text, instant) => {
  expect(instantOf(text, 'Asia/Shanghai')).toBe(instant)
})

test.each([
  '2026-02-30',
  '2026-11-21 25:00:00',
  '2026-13-01',
  '2026-11-21T01:20:00',
  'yesterday',
  '',
  '20261121',
])('%s is no instant', (text) => {
  expect(instantOf(text, 'Asia/Shanghai')).toBeUndefined()
})

test('a wall time is read with the offset of its own day, summer and winter', () => {
  expect(instantOf('2026-07-01 12:00:00', 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z')
  expect(instantOf('2026-12-01 12:00:00', 'Europe/Berlin')).toBe('2026-12-01T11:00:00.000Z')
})
