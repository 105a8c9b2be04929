import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Wheel } from './wheel.ts'

const start = 1_700_000_000_000

test('everything happens once, at its time and in order, however far the wheel turns at once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 50 }), (delays) => {
      const wheel = new Wheel(start)
      const happened: { delay: number; at: number }[] = []
      for (const delay of delays) wheel.after(delay, () => happened.push({ delay, at: wheel.now() }))
      wheel.turnTo(start + 300_000)
      expect(happened.map(({ delay }) => delay).toSorted((a, b) => a - b)).toEqual(
        delays.toSorted((a, b) => a - b),
      )
      for (const { delay, at } of happened) {
        expect(at).toBeGreaterThanOrEqual(start + delay)
        expect(at).toBeLessThanOrEqual(start + delay + 100)
      }
    }),
  )
})

test('what was cancelled does not happen, and what happens may ask for more', () => {
  const wheel = new Wheel(start)
  let count = 0
  wheel.after(100, () => (count += 100)).cancel()
  const again = () => {
    count += 1
    wheel.after(1_000, again)
  }
  wheel.after(1_000, again)
  wheel.turnTo(start + 100_000)
  expect(count).toBeGreaterThanOrEqual(90)
  expect(count).toBeLessThanOrEqual(100)
})
