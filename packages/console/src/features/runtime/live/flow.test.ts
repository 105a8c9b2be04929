import type { LiveView } from '@wattkeeper/contracts/api/telemetry'
import { expect, test } from 'vitest'
import { dotsAt, flowsOf, nextStep, offsetPx, steps } from './flow.ts'

const view = (values: Partial<LiveView>) =>
  ({ mpptPower: null, inverterOutputPower: null, pcsInputPower: null, ...values }) as LiveView

test('the diagram shows what the device reports, and 80 W only where it reports nothing', () => {
  expect(flowsOf(undefined).solar).toEqual({ watts: 80, isBackwards: false, isAssumed: true })
  expect(flowsOf(view({ mpptPower: 130.5, inverterOutputPower: 0, pcsInputPower: 0 }))).toEqual({
    solar: { watts: 130.5, isBackwards: false, isAssumed: false },
    load: { watts: 0, isBackwards: false, isAssumed: false },
  })
})

test('while the mains charge, the flow turns round', () => {
  expect(flowsOf(view({ inverterOutputPower: 0, pcsInputPower: 450 })).load).toEqual({
    watts: 450,
    isBackwards: true,
    isAssumed: false,
  })
})

test('dots run the whole line in a hundred steps, and none where nothing flows', () => {
  const flow = { watts: 80, isBackwards: false, isAssumed: true }
  expect(dotsAt(0, flow, 1)).toEqual([0])
  expect(dotsAt(50, flow, 2)).toEqual([0.5, 0])
  expect(dotsAt(25, { ...flow, isBackwards: true }, 1)).toEqual([0.75])
  expect(dotsAt(25, { ...flow, watts: 0 }, 3)).toEqual([])
  let step = 0
  for (let tick = 0; tick < steps; tick += 1) step = nextStep(step)
  expect(step).toBe(0)
})

test('the dots keep 5 px from the nodes on Android and 20 elsewhere', () => {
  expect(offsetPx('Mozilla/5.0 (Linux; Android 15; Pixel 9)')).toBe(5)
  expect(offsetPx('Mozilla/5.0 (X11; Linux x86_64)')).toBe(20)
})
