import { expect, test } from 'vitest'
import { nextPause } from './pauses.ts'
import type { Ending } from './pauses.ts'

function pausesAfter(ending: Ending, times: number): number[] {
  const pauses: number[] = []
  for (let count = 0; count < times; count++) pauses.push(nextPause(pauses.at(-1), ending))
  return pauses
}

test('what gives up again and again is started ever more seldom, down to once a minute', () => {
  expect(pausesAfter({ livedMs: 40_000, wasKilled: false }, 10)).toEqual([
    200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000,
  ])
})

test('what is killed again and again is back within ten seconds', () => {
  expect(pausesAfter({ livedMs: 1_000, wasKilled: true }, 8).slice(-3)).toEqual([6_400, 10_000, 10_000])
})

test('whoever worked for a while starts again at once', () => {
  expect(nextPause(10_000, { livedMs: 30_001, wasKilled: true })).toBe(200)
  expect(nextPause(60_000, { livedMs: 300_001, wasKilled: false })).toBe(200)
})
