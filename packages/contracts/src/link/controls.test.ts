import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { controlNamed, controlTakes, controls, ofBay } from './controls.ts'

test('a control of a bay is named with its bay, every other without', () => {
  expect(controlNamed(1, '13001')).toMatchObject({ control: { id: '13001' } })
  expect(controlNamed(3, ofBay('33001', 12))).toMatchObject({ control: { id: '33001' }, bay: 12 })
  for (const id of ['33001', '33001_0', '33001_100', '33001_05', '33001_', '33009_1', '13001', '13001_1'])
    expect({ id, named: controlNamed(3, id) }).toEqual({ id, named: undefined })
  expect(controlNamed(2, '13001')).toBeUndefined()
})

test('a control takes whole numbers within its range, and nothing else', () => {
  const light = controlNamed(3, '33003_1')?.control
  if (!light) throw new Error('there is a light')
  expect([0, 9, '4'].map((value) => controlTakes(light, value))).toEqual([true, true, true])
  for (const value of [-1, 10, 1.5, NaN, '', '10', ' 1', 'red'])
    expect(controlTakes(light, value)).toBe(false)
})

test('the protocol page names every control', () => {
  const page = readFileSync(new URL('../../../../docs/device-protocol.md', import.meta.url), 'utf8')
  for (const { id, isOfBay } of Object.values(controls).flat())
    expect(page).toContain(`| \`${id}${isOfBay ? '_{bay}' : ''}\``)
})
