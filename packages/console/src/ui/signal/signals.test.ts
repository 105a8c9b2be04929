import { describeBoard } from '@wattkeeper/contracts/link'
import { expect, test } from 'vitest'
import { canBeDrawn, isPlausible, reportedBoards, signalNamed } from './signals.ts'

test('quantities are drawn, switches, states, words and texts are not', () => {
  const drawn = describeBoard('pcs').signals.filter(canBeDrawn)
  expect(drawn.map(({ name }) => name)).toEqual([
    'acVoltage',
    'acCurrent',
    'acPower',
    'acFrequency',
    'dcVoltage',
    'dcCurrent',
    'dcPower',
  ])
})

test('boards stand in the order of the catalogue, unknown ones fall away', () => {
  expect(reportedBoards(['mppt', 'sc', 'flux'])).toEqual(['sc', 'mppt'])
})

test.each([
  [0, true],
  [100, true],
  [100.1, false],
  [-1, false],
  [null, true],
])('a charge of %s %% is plausible: %s', (value, expected) => {
  const soc = signalNamed('bms', 'soc')
  expect(soc && isPlausible(soc, value)).toBe(expected)
})
