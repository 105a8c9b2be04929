import { expect, test } from 'vitest'
import { instantsOf, isOutside, sizeText } from './days.ts'

const today = '2026-11-21'

test.each([
  ['2026-11-21', undefined, false],
  ['2026-11-22', undefined, true],
  ['2020-01-01', undefined, false],
  ['2026-10-25', '2026-11-09', false],
  ['2026-10-24', '2026-11-09', true],
  ['2026-11-21', '2026-11-06', false],
  ['2026-11-21', '2026-11-05', true],
  ['2026-11-22', '2026-11-20', true],
] as const)('%s after %s was picked is outside: %s', (day, picked, isOut) => {
  expect(isOutside(day, { today, picked })).toBe(isOut)
})

test('days are whole and sizes short', () => {
  expect(instantsOf(['2026-11-20', today])).toEqual({
    startTime: '2026-11-20 00:00:00',
    endTime: '2026-11-21 23:59:59',
  })
  expect([512, 2_048, 3_500_000].map(sizeText)).toEqual(['512 B', '2.0 KB', '3.3 MB'])
})
