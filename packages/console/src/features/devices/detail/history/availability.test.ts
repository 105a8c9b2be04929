import { expect, test } from 'vitest'
import { percent, standing } from './availability.ts'

test('a device that was away for a moment is never said to have been online all the time', () => {
  expect([1, 0.99999, 0.9912, 0.5, 0].map(percent)).toEqual(['100 %', '99.99 %', '99.12 %', '50.0 %', '0 %'])
})

test('a slice without a record is neither online nor offline', () => {
  expect([null, 1, 0, 0.4].map(standing)).toEqual(['none', 'online', 'offline', 'partly'])
})
