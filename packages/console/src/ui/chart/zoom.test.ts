import { expect, test } from 'vitest'
import { keptZoom } from './zoom.ts'

const day = [0, 10, 20, 30]

test('whoever has zoomed in goes on seeing that part while new instants arrive', () => {
  const zoom = { min: 8, max: 22 }
  expect(keptZoom(zoom, day, [...day, 40])).toEqual(zoom)
  expect(keptZoom({ min: 20, max: 30 }, day, [...day, 40])).toEqual({ min: 20, max: 30 })
})

test('whoever sees all goes on seeing all', () => {
  expect(keptZoom({ min: 0, max: 30 }, day, [...day, 40])).toBeUndefined()
  // around a single instant, and beside a last bar, there is room
  expect(keptZoom({ min: -60, max: 60 }, [0], day)).toBeUndefined()
  expect(keptZoom({ min: 0, max: 40 }, day, [...day, 40])).toBeUndefined()
})

test('another time altogether is shown whole', () => {
  const zoom = { min: 8, max: 22 }
  expect(keptZoom(zoom, day, [100, 110])).toBeUndefined()
  expect(keptZoom(zoom, day, [10, 20])).toBeUndefined()
  expect(keptZoom(zoom, day, [])).toBeUndefined()
  expect(keptZoom({}, [], day)).toBeUndefined()
})
