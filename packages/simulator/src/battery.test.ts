import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellOpenVolts, newPack, stepPack, storedJ } from './battery.ts'
import type { PackSpec } from './battery.ts'
import { cellTemps, cellVolts, newCellSpread } from './cells.ts'
import { randomOf } from './random.ts'

const anyPack: fc.Arbitrary<PackSpec> = fc.record({
  cells: fc.integer({ min: 4, max: 24 }),
  capacityAh: fc.integer({ min: 10, max: 120 }),
  milliohmPerCell: fc.double({ min: 0.3, max: 3, noNaN: true }),
  chargeRate: fc.constant(0.5),
  dischargeRate: fc.constant(1.5),
  heatCapacityJPerK: fc.integer({ min: 4_000, max: 60_000 }),
  coolingWPerK: fc.double({ min: 0.3, max: 4, noNaN: true }),
})
const anyDemand = fc.record({
  powerW: fc.double({ min: -5_000, max: 5_000, noNaN: true }),
  ambientC: fc.double({ min: -30, max: 50, noNaN: true }),
  seconds: fc.integer({ min: 1, max: 3_600 }),
})
const anyLife = fc.array(anyDemand, { minLength: 1, maxLength: 30 })

test('no energy comes from nowhere: what entered is stored, given back or heat', () => {
  fc.assert(
    fc.property(anyPack, fc.double({ min: 0, max: 1, noNaN: true }), anyLife, (spec, soc, life) => {
      const before = newPack(spec, soc, 25)
      const after = life.reduce((pack, demand) => stepPack(spec, pack, demand), before)
      const balance = after.enteredJ - after.leftJ - after.heatJ
      const gained = storedJ(spec, after.soc) - storedJ(spec, before.soc)
      // The curve is walked in steps of up to a minute, so the balance holds within a share of the capacity.
      expect(Math.abs(gained - balance)).toBeLessThan(0.02 * storedJ(spec, 1))
    }),
  )
})

test('a pack stays within its limits whatever is asked of it', () => {
  fc.assert(
    fc.property(anyPack, fc.double({ min: 0, max: 1, noNaN: true }), anyLife, (spec, soc, life) => {
      let pack = newPack(spec, soc, 25)
      for (const demand of life) {
        const before = pack.heatJ
        pack = stepPack(spec, pack, demand)
        expect(pack.soc).toBeGreaterThanOrEqual(0)
        expect(pack.soc).toBeLessThanOrEqual(1)
        expect(pack.currentA).toBeLessThanOrEqual(spec.chargeRate * spec.capacityAh + 1e-9)
        expect(pack.currentA).toBeGreaterThanOrEqual(-spec.dischargeRate * spec.capacityAh - 1e-9)
        expect(pack.heatJ).toBeGreaterThanOrEqual(before)
        expect(pack.tempC).toBeGreaterThan(-31)
        expect(Math.sign(pack.powerW) * Math.sign(demand.powerW)).toBeGreaterThanOrEqual(0)
        expect(Math.abs(pack.powerW)).toBeLessThanOrEqual(Math.abs(demand.powerW) + 1e-6)
      }
    }),
  )
})

const spec: PackSpec = {
  cells: 16,
  capacityAh: 24,
  milliohmPerCell: 1.5,
  chargeRate: 0.7,
  dischargeRate: 2,
  heatCapacityJPerK: 9_000,
  coolingWPerK: 1,
}

test('a pack left alone takes on the temperature around it', () => {
  const pack = stepPack(spec, newPack(spec, 0.5, 50), { powerW: 0, ambientC: 20, seconds: 48 * 3_600 })
  expect(pack.tempC).toBeCloseTo(20, 3)
  expect(pack.soc).toBe(0.5)
})

test('a pack that is full, frozen or overheated takes no charge, an empty one gives none', () => {
  const takes = (soc: number, tempC: number) =>
    stepPack(spec, newPack(spec, soc, tempC), { powerW: 300, ambientC: tempC, seconds: 1 }).currentA
  expect(takes(0.5, 25)).toBeGreaterThan(5)
  expect(takes(1, 25)).toBeCloseTo(0)
  expect(takes(0.5, -5)).toBeCloseTo(0)
  expect(takes(0.5, 60)).toBeCloseTo(0)
  const given = stepPack(spec, newPack(spec, 0.01, 25), { powerW: -300, ambientC: 25, seconds: 1 })
  expect(given.currentA).toBeCloseTo(0)
})

test('the open-circuit voltage rises with the charge', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (a, b) => {
        fc.pre(a < b)
        expect(cellOpenVolts(a)).toBeLessThanOrEqual(cellOpenVolts(b))
      },
    ),
  )
})

test('cells agree with their pack, and a weak one stands out', () => {
  const pack = stepPack(spec, newPack(spec, 0.6, 25), { powerW: -400, ambientC: 25, seconds: 10 })
  const spread = newCellSpread(spec, 0.5, randomOf('cells'))
  const even = cellVolts(spec, pack, { spread, isOneWeak: false })
  expect(even.reduce((sum, volts) => sum + volts, 0)).toBeCloseTo(pack.voltageV, 0)
  expect(Math.max(...even) - Math.min(...even)).toBeLessThan(0.05)
  const uneven = cellVolts(spec, pack, { spread, isOneWeak: true })
  expect(Math.max(...uneven) - Math.min(...uneven)).toBeGreaterThan(0.15)
  const temps = cellTemps(spec, pack)
  expect(temps.max).toBeGreaterThan(temps.min)
})
