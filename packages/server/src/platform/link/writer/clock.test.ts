import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stamp } from './clock.ts'
import type { Clock } from './clock.ts'

const MINUTE = 60_000
const NOW = 1_790_000_000_000
const fresh = (): Clock => ({ offsetMs: 0, newestAt: -Infinity, isWrong: false })

function hear(
  clock: Clock,
  { ts, arrivedAt, isBacklog = false }: { ts: number; arrivedAt: number; isBacklog?: boolean },
) {
  return stamp(clock, { ts, arrivedAt, isBacklog, retentionMs: 90 * 24 * 60 * MINUTE })
}

test('a message counts from its ts, and never from the future', () => {
  expect(hear(fresh(), { ts: NOW - 3_000, arrivedAt: NOW })).toBe(NOW - 3_000)
  expect(hear(fresh(), { ts: NOW + 9 * MINUTE, arrivedAt: NOW })).toBe(NOW)
})

test('more than ten minutes ahead or older than the retention cannot be true', () => {
  for (const ts of [NOW + 10 * MINUTE + 1, NOW - 91 * 24 * 60 * MINUTE, 0]) {
    const clock = fresh()
    expect(hear(clock, { ts, arrivedAt: NOW })).toBeUndefined()
    expect(clock.isWrong).toBe(true)
  }
})

test('a clock that runs ahead keeps its order, and is right again once it is set', () => {
  const clock = fresh()
  hear(clock, { ts: NOW + 8 * MINUTE, arrivedAt: NOW })
  expect(hear(clock, { ts: NOW + 8 * MINUTE - 2_000, arrivedAt: NOW + 1_000 })).toBe(NOW - 2_000)
  expect(hear(clock, { ts: NOW + 5_000, arrivedAt: NOW + 5_100 })).toBe(NOW + 5_000)
})

test('a clock that steps back goes on from now, step after step', () => {
  const clock = fresh()
  hear(clock, { ts: NOW, arrivedAt: NOW })
  expect(hear(clock, { ts: NOW - 60 * MINUTE, arrivedAt: NOW + 1_000 })).toBe(NOW + 1_000)
  expect(clock.isWrong).toBe(true)
  expect(hear(clock, { ts: NOW - 60 * MINUTE + 9_000, arrivedAt: NOW + 10_000 })).toBe(NOW + 10_000)
  expect(hear(clock, { ts: NOW - 600 * MINUTE, arrivedAt: NOW + 20_000 })).toBe(NOW + 20_000)
  expect(hear(clock, { ts: NOW + 30_000, arrivedAt: NOW + 30_100 })).toBe(NOW + 30_000)
  expect(clock.isWrong).toBe(false)
})

test('backlog is history and says nothing of the clock', () => {
  const clock = fresh()
  hear(clock, { ts: NOW, arrivedAt: NOW })
  expect(hear(clock, { ts: NOW - 600 * MINUTE, arrivedAt: NOW, isBacklog: true })).toBe(NOW - 600 * MINUTE)
  expect(clock).toEqual({ offsetMs: 0, newestAt: NOW, isWrong: false })
})

test('whatever a live device says next lies within five minutes of the newest, and not after its arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -80 * 24 * 60, max: 10 }), { minLength: 1 }), (minutes) => {
      const clock = fresh()
      let newest = -Infinity
      for (const [index, minute] of minutes.entries()) {
        const arrivedAt = NOW + index * 1_000
        const at = hear(clock, { ts: arrivedAt + minute * MINUTE, arrivedAt }) ?? NaN
        expect(at).toBeLessThanOrEqual(arrivedAt)
        expect(at).toBeGreaterThanOrEqual(newest - 5 * MINUTE)
        newest = Math.max(newest, at)
      }
    }),
  )
})
