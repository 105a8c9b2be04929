import type { DeviceType } from '@wattkeeper/contracts/api/reference'
import { expect, test } from 'vitest'
import { partChoices } from './part-choices.ts'

const typeOf = (id: number, parts: Readonly<Record<string, string>>): DeviceType => ({
  id,
  name: `type ${id}`,
  code: `T${id}`,
  equipModels: [],
  partTypes: Object.entries(parts).map(([code, name]) => ({ code, name })),
})
const types = [typeOf(1, { sc: 'Display', bms: 'Battery' }), typeOf(2, { bms: 'Cells', mppt: 'Solar' })]

test('a device type offers its own parts under their names', () => {
  expect(partChoices(types, 2)).toEqual([
    { value: 'bms', label: 'Cells (bms)' },
    { value: 'mppt', label: 'Solar (mppt)' },
  ])
})

test('without a device type every code is offered once', () => {
  expect(partChoices(types, undefined).map(({ value }) => value)).toEqual(['sc', 'bms', 'mppt'])
})

test('an unknown device type has no parts', () => {
  expect(partChoices(types, 9)).toEqual([])
})
