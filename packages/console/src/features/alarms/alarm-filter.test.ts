import { expect, test } from 'vitest'
import { durationText, knownLevel } from './alarm-filter.ts'

test.each([
  [0, '0s'],
  [999, '0s'],
  [61_000, '1m 1s'],
  [3_600_000, '1h'],
  [2 * 86_400_000 + 3 * 3_600_000 + 59_000, '2d 3h'],
])('%d ms lasted %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

test('a level outside 1 to 4 counts as none', () => {
  expect([null, 0, 1, 4, 5].map(knownLevel)).toEqual([0, 0, 1, 4, 0])
})
