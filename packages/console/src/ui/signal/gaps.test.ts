import { expect, test } from 'vitest'
import { linesOf } from './gaps.ts'

const joinMs = 180_000
const bucketMs = 60_000
const series = (soc: (number | null)[]) => ({
  bucketMs,
  at: soc.map((_, index) => index * bucketMs),
  fields: { soc: { min: soc, max: soc, mean: soc } },
})

test('buckets that no message fell into do not break a line', () => {
  const { at, values } = linesOf(series([1, null, 2, null, null, 3]), joinMs)
  expect(values['soc']).toEqual([1, 2, 3])
  expect(at).toEqual([0, 2 * bucketMs, 5 * bucketMs])
})

test('a longer silence is one gap', () => {
  expect(linesOf(series([1, null, null, null, null, null, 2]), joinMs).values['soc']).toEqual([1, null, 2])
})

test('silence before the first and after the last value is not drawn', () => {
  expect(linesOf(series([null, null, null, null, null, 1, null, null, null, null, null]), joinMs)).toEqual({
    at: [5 * bucketMs],
    values: { soc: [1] },
  })
})

test('nothing reported draws nothing', () => {
  expect(linesOf(series([null, null]), joinMs)).toEqual({ at: [], values: { soc: [] } })
})
