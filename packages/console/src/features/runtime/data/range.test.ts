import { expect, test } from 'vitest'
import { chartSpan, isLive } from './range.ts'

const now = '2026-01-02 12:00:00'

test.each([
  [undefined, undefined, '2026-01-02 11:00:00', now],
  ['2026-01-01 00:00:00', undefined, '2026-01-01 00:00:00', now],
  [undefined, '2026-01-01 00:30:00', '2025-12-31 23:30:00', '2026-01-01 00:30:00'],
  ['2026-01-02 10:00:00', '2026-01-03 00:00:00', '2026-01-02 10:00:00', now],
])('a filter from %s to %s is drawn from %s to %s', (from, to, startTime, endTime) => {
  expect(chartSpan({ from, to }, now)).toEqual({ startTime, endTime })
})

test.each([
  [1, undefined, true],
  [2, undefined, false],
  [1, '2026-01-02 11:59:59', false],
  [1, '2026-01-02 12:00:01', true],
])('page %i of a filter that ends at %s is live: %s', (pageNum, to, expected) => {
  expect(isLive({ from: undefined, to }, pageNum, now)).toBe(expected)
})
