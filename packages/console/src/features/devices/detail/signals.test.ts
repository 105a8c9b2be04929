import { type Board, describeBoard } from '@wattkeeper/contracts/link'
import { expect, test } from 'vitest'
import { canBeDrawn, reportedBoards, shownValue, signalNamed } from './signals.ts'

const shown = (board: Board, name: string, value: unknown) => {
  const signal = signalNamed(board, name)
  return signal && shownValue(signal, value)
}

test.each([
  ['sc', 'acSwitch', 1, { kind: 'switch', isOn: true }],
  ['bms', 'dischargeMos', 0, { kind: 'switch', isOn: false }],
  ['cabinet', 'smoke', 1, { kind: 'fact', isOn: true }],
  ['pcs', 'stateWord1', 0xdeadbeef, { kind: 'text', text: '0xDEADBEEF' }],
  ['bms', 'chargeState', 2, { kind: 'number', text: '2', isPlausible: true }],
  ['bms', 'softwareVersion', '1.2.3', { kind: 'text', text: '1.2.3' }],
  ['battery', 'cellVolts', [3.3, 3.299999952316284], { kind: 'text', text: '3.3 · 3.3' }],
  ['bms', 'soc', 64.69999694824219, { kind: 'number', text: '64.7', isPlausible: true }],
  ['bms', 'soc', 180, { kind: 'number', text: '180', isPlausible: false }],
  ['bms', 'soc', 0, { kind: 'number', text: '0', isPlausible: true }],
  ['bms', 'soc', null, { kind: 'none' }],
  ['bms', 'softwareVersion', '', { kind: 'none' }],
] as const)('%s.%s of %s is read as a person reads it', (board, name, value, expected) => {
  expect(shown(board, name, value)).toEqual(expected)
})

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

test("a bay's light is a word", () => {
  const light = describeBoard('cabinet').units?.signals.find(({ name }) => name === 'light')
  expect(light && shownValue(light, 6)).toEqual({ kind: 'light', light: 6 })
  expect(light && shownValue(light, 12)).toEqual({ kind: 'number', text: '12', isPlausible: false })
})
