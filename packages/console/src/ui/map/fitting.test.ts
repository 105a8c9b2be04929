import { expect, test } from 'vitest'
import { fitting } from './fitting.ts'

const box = (x: number, y: number) => ({ x, y, width: 40, height: 18 })

test('whatever comes first keeps its place, and what would lie on it is left out', () => {
  const [first, onIt, beside, below] = [box(0, 0), box(39, 17), box(40, 0), box(10, 18)]
  expect(fitting([first, onIt, beside, below])).toEqual([first, beside, below])
})

test('what was left out itself keeps nothing away', () => {
  expect(fitting([box(0, 0), box(30, 0), box(60, 0)])).toEqual([box(0, 0), box(60, 0)])
})
