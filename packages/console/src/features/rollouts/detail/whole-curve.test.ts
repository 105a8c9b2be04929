import { expect, test } from 'vitest'
import { wholeCurve } from './whole-curve.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString()
const point = { at: at(1), sent: 2, success: 1, failed: 1 }

test('a curve begins with nothing at the start and goes on to now', () => {
  expect(wholeCurve({ curve: [point], startTime: at(0), finishTime: null }, Date.parse(at(5)))).toEqual([
    { at: at(0), sent: 0, success: 0, failed: 0 },
    point,
    { ...point, at: at(5) },
  ])
})

test('a curve ends with its roll-out, and before the first group there is none', () => {
  const ended = wholeCurve({ curve: [point], startTime: at(1), finishTime: at(1) }, Date.parse(at(9)))
  expect(ended).toEqual([point])
  expect(wholeCurve({ curve: [], startTime: at(0), finishTime: null }, 0)).toEqual([])
})
