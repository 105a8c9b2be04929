import { expect, test } from 'vitest'
import { cellsOf } from './cells.ts'

test('the lowest and the highest cell are named, with their spread', () => {
  const known = cellsOf([3.31, 3.285, 3.342])
  expect(known?.lowest).toMatchObject({ cell: 2, volts: 3.285 })
  expect(known?.highest).toMatchObject({ cell: 3, volts: 3.342, height: 1 })
  expect(known?.spreadMillivolts).toBe(57)
})

test('cells that are nearly alike look nearly alike', () => {
  const heights = cellsOf([3.3, 3.301])?.cells.map(({ height }) => height) ?? []
  expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 1))).toBeLessThan(0.05)
})

test('no cells are no picture', () => {
  expect(cellsOf([])).toBeUndefined()
})
