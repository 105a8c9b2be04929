import { expect, test } from 'vitest'
import { type Board, describeBoard, directionOf, readValue, readingColumns } from './index.ts'

const signalsOf = (board: Board) => {
  const { signals, units } = describeBoard(board)
  return [...signals, ...(units?.signals ?? [])]
}
const read = (board: Board, name: string, value: unknown) => {
  const signal = signalsOf(board).find((each) => each.name === name)
  return signal && readValue(signal, value)
}

test.each([
  ['sc', 'acSwitch', 1, { zh: '开', en: 'On' }],
  ['bms', 'dischargeMos', 0, { zh: '关', en: 'Off' }],
  ['cabinet', 'smoke', 1, { zh: '是', en: 'Yes' }],
  ['mppt', 'status', '01', { zh: '开', en: 'On' }],
  ['mppt', 'status', '1', { zh: '关', en: 'Off' }],
  ['mppt', 'status', '00', { zh: '关', en: 'Off' }],
  ['mppt', 'status', '', null],
  ['mppt', 'maxChargePower', 4, 400],
  ['pcs', 'highSideState', 0, { zh: '空闲', en: 'Idle' }],
  ['pcs', 'highSideState', 1, { zh: '逆变', en: 'Inverter' }],
  ['pcs', 'highSideState', 2, { zh: '充电', en: 'Charging' }],
  ['pcs', 'highSideState', 3, { zh: '故障', en: 'Fault' }],
  ['pcs', 'runMode', 0, { zh: '正常模式', en: 'Normal' }],
  ['pcs', 'runMode', 1, { zh: '单板模式', en: 'Single-board' }],
  ['pcs', 'runMode', 2, { zh: '校准模式', en: 'Calibration' }],
  ['pcs', 'runMode', 3, { zh: '老化模式', en: 'Aging' }],
  ['pcs', 'runMode', null, null],
  ['pcs', 'stateWord1', 0xdeadbeef, '0xDEADBEEF'],
  ['bms', 'chargeState', 2, { zh: '放电', en: 'Discharging' }],
  ['bms', 'chargeState', 7, 7],
  ['bms', 'softwareVersion', '1.2.3', '1.2.3'],
  ['bms', 'softwareVersion', '', null],
  ['battery', 'cellVolts', [3.3, 3.299999952316284], '3.3 · 3.3'],
  ['bms', 'soc', 64.69999694824219, 64.7],
  ['bms', 'soc', 0, 0],
  ['bms', 'soc', null, null],
  ['cabinet', 'light', 6, { zh: '绿灯闪烁', en: 'Green flashing' }],
  ['cabinet', 'light', 12, 12],
] as const)('%s.%s of %j is read as a person reads it', (board, name, value, expected) => {
  expect(read(board, name, value)).toEqual(expected)
})

test.each([
  [0.5, 'Standby'],
  [-0.5, 'Standby'],
  [0, 'Standby'],
  [0.51, 'Charging'],
  [-0.51, 'Discharging'],
])('a battery with %d A is at %s', (current, expected) => {
  expect(directionOf(current)?.en).toBe(expected)
})

test('a column that was not reported says nothing of its direction', () => {
  expect(directionOf(null)).toBeNull()
})

test('the direction stands behind the battery’s current', () => {
  const keys = readingColumns(describeBoard('bms').signals).map(({ key }) => key)
  expect(keys.slice(1, 5)).toEqual(['voltage', 'current', 'currentDirection', 'cellTempMax'])
})
