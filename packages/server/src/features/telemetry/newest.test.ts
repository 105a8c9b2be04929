import { expect, test } from 'vitest'
import { asStored, newestOf } from './newest.ts'

test.each([
  [48.7, 48.7],
  [48.700_001_2, 48.7],
  [0.1 + 0.2, 0.3],
  [16_777_217, 16_777_216],
  [-3.402_823_4e38, -3.402_823_5e38],
  [1e-45, 1e-45],
  [0, 0],
])('%d is what 32 bits keep of it: %d', (value, stored) => {
  expect(asStored(value)).toBe(stored)
  expect(Math.fround(asStored(value))).toBe(Math.fround(value))
})

test('of each unit the newest is kept, of equals the first', () => {
  const row = (at: number, soc: number, unit = 0) => ({
    ...{ deviceId: 1, board: 'bms', unit, at, ts: at, receivedAt: at, numbers: [soc], extra: null },
  })
  const newest = newestOf([row(1, 10), row(3, 30), row(3, 31), row(2, 20), row(1, 11, 1)])
  expect(newest.map(({ unit, numbers }) => [unit, numbers])).toEqual([
    [0, [30]],
    [1, [11]],
  ])
})
