import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heldWithin, isOpen, lastGroup, nextGroup, openingAfter } from './pace.ts'

const minute = 60_000
const zone = 'Asia/Shanghai'
const start = Date.parse('2026-11-21T00:00:00Z')
const interval = fc.integer({ min: 3, max: 60 })
const pace = (intervalMinutes: number) => ({ groupSize: 10, intervalMinutes })

test('looked at every second or so, groups come at the pace asked, within a twentieth and without drift', () => {
  const looks = fc.array(fc.integer({ min: 200, max: 2_500 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(interval, looks, (minutes, gaps) => {
      let due = start
      let now = start
      const sent: number[] = []
      for (let n = 0; sent.length < 30; n += 1) {
        if (now >= due) {
          sent.push(now)
          due = nextGroup(pace(minutes), due, now)
        }
        now += gaps[n % gaps.length] ?? 1_000
      }
      const [first = 0, last = 0] = [sent[0], sent.at(-1)]
      const asked = 29 * minutes * minute
      expect(Math.abs(last - first - asked)).toBeLessThan(asked * 0.05)
      for (const [place, at] of sent.slice(1).entries())
        expect(at - (sent[place] ?? 0)).toBeGreaterThanOrEqual(minutes * minute * 0.95)
    }),
  )
})

test('a clock that jumps forward brings one group and not several; one that jumps back holds nothing longer than an interval', () => {
  const jump = fc.integer({ min: -7 * 24 * 60, max: 7 * 24 * 60 })
  fc.assert(
    fc.property(interval, jump, (minutes, jumped) => {
      const due = start + minutes * minute
      const now = start + jumped * minute
      const held = heldWithin(pace(minutes), due, now)
      expect(held - now).toBeLessThanOrEqual(minutes * minute)
      if (held > now) return
      expect(nextGroup(pace(minutes), held, now) - now).toBeGreaterThanOrEqual(minutes * minute * 0.98)
    }),
  )
})

test('a window is open between its ends on the wall clock, over midnight too, and opens at its start', () => {
  const minuteOfDay = fc.integer({ min: 0, max: 1439 })
  const at = fc.integer({ min: 0, max: 400 * 24 * 60 }).map((n) => start + n * minute)
  const window = fc.tuple(minuteOfDay, minuteOfDay).filter(([from, until]) => from !== until)
  fc.assert(
    fc.property(
      window,
      at,
      fc.constantFrom(zone, 'Europe/Berlin', 'America/New_York'),
      ([from, until], now, place) => {
        const opens = openingAfter({ from, until }, now, place)
        expect(opens).toBeGreaterThanOrEqual(now)
        expect(opens - now).toBeLessThan(25 * 60 * minute)
        if (place !== zone) return
        expect(isOpen({ from, until }, opens, place)).toBe(true)
        if (opens > now) expect(isOpen({ from, until }, opens - minute, place)).toBe(false)
      },
    ),
  )
  const night = { from: 22 * 60, until: 6 * 60 }
  expect(isOpen(night, Date.parse('2026-11-21T23:00:00+08:00'), zone)).toBe(true)
  expect(isOpen(night, Date.parse('2026-11-21T05:59:00+08:00'), zone)).toBe(true)
  expect(isOpen(night, Date.parse('2026-11-21T06:00:00+08:00'), zone)).toBe(false)
})

test('the estimated end counts the groups that are left, and leaves the hours out in which nothing may go', () => {
  const common = { pace: { groupSize: 50, intervalMinutes: 3 }, due: start, timeZone: zone }
  expect(lastGroup({ ...common, window: undefined, waiting: 10_000 }) - start).toBe(199 * 3 * minute)
  expect(lastGroup({ ...common, window: undefined, waiting: 50 })).toBe(start)
  // 8:00 in Shanghai; open from 8:00 to 9:00: twenty groups today, the others tomorrow.
  const window = { from: 8 * 60, until: 9 * 60 }
  expect(lastGroup({ ...common, window, waiting: 50 * 21 }) - start).toBe(24 * 60 * minute)
})
