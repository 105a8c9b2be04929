import { describeBoard, layoutOf } from '@wattkeeper/contracts/link'
import type { TelemetryReport } from '@wattkeeper/contracts/link'
import { publishTemplate } from './packets.ts'
import type { Template } from './packets.ts'

/** A message of 25 values, as most of the figures are about: a swap battery with 14 cells. */
const battery: Values<'battery'> = {
  soc: 76.5,
  soh: 98.2,
  voltage: 51.36,
  current: -12.43,
  power: -638.4,
  cellTempMax: 31.5,
  cellTempMin: 29.1,
  cellVolts: [
    3.652, 3.648, 3.655, 3.651, 3.649, 3.654, 3.656, 3.65, 3.653, 3.647, 3.658, 3.652, 3.651, 3.655,
  ],
  cycleCount: 214,
  chargeState: 2,
  cabinetCode: 'WKC0000123',
  bay: 7,
}
const sc: Values<'sc'> = {
  outputPower: 412.5,
  inputPower: 0.5,
  acSwitch: 1,
  dcSwitch: 1,
  carSwitch: 0,
  lightSwitch: 0,
  usbSwitch: 1,
  usbA1Power: 12.4,
  usbA2Power: 4.1,
  typeC1Power: 61.2,
  typeC2Power: 18.9,
  carPower: 0.1,
  wirelessPower: 9.8,
  mpptVoltage: 36.2,
  screenOffSeconds: 300,
  standbySeconds: 7_200,
  soc: 76.5,
}
const bms: Values<'bms'> = {
  soc: 76.5,
  voltage: 51.36,
  current: -8.12,
  cellTempMax: 31.5,
  cellTempMin: 29.1,
  mosTemp: 38.7,
  chargeMos: 1,
  dischargeMos: 1,
  fullCapacity: 46.8,
  remainCapacity: 35.9,
  cellVoltMax: 3.658,
  cellVoltMin: 3.647,
  cycleCount: 214,
  chargeState: 2,
  softwareVersion: '2.4.1',
  hardwareVersion: 'B1.2',
}
const pcs: Values<'pcs'> = {
  acVoltage: 229.8,
  acCurrent: 1.82,
  acPower: -412.5,
  acFrequency: 50.02,
  dcVoltage: 51.36,
  dcCurrent: -8.12,
  dcPower: -431.2,
  gridRelay: 0,
  loadRelay: 1,
  runMode: 3,
  highSideState: 2,
  stateWord1: 20_481,
  stateWord2: 3,
  softwareVersion: '1.9.0',
  hardwareVersion: 'P2.0',
}
const basic: Values<'basic'> = {
  bmsSOC: 76.5,
  bmsVMax: 3.658,
  bmsVMin: 3.647,
  bmsVol: 51.36,
  bmscur: -8.12,
  envTemp: 24.3,
  invStatus: 2,
  invVol: 229.8,
  invcur: 1.82,
  pv1cur: 5.41,
  pv1power: 196.2,
  pv1status: 1,
  pv1vol: 36.27,
  pv2cur: 5.38,
  pv2power: 194.9,
  pv2status: 1,
  pv2vol: 36.23,
}

type BoardName = 'battery' | 'sc' | 'bms' | 'pcs' | 'basic'
type Values<B extends BoardName> = Extract<TelemetryReport, { board: B }>['values']

const reports: Readonly<Record<BoardName, Readonly<Record<string, unknown>>>> = {
  battery,
  sc,
  bms,
  pcs,
  basic,
}

export type Mix = 'one board' | 'mixed boards'

export const boardsOf = (mix: Mix): BoardName[] =>
  mix === 'one board' ? ['battery'] : ['battery', 'sc', 'bms', 'pcs', 'basic']

/** How many values a message of this board holds; 0 for a board that none of the messages is about. */
export function valuesOf(board: string): number {
  const values = Object.entries(reports).find(([name]) => name === board)?.[1] ?? {}
  return Object.values(values).flat().length
}

export function telemetryTemplates(mix: Mix): Template[] {
  return boardsOf(mix).map((board) =>
    publishTemplate('telemetry', `"board":"${board}","values":${JSON.stringify(reports[board])}`),
  )
}

/** Two signals of a swap battery: nothing wrong, and one fault. */
export const alarmTemplates: readonly [Template, Template] = [
  publishTemplate('alarms', '"values":{"03012001":0,"03012002":0}'),
  publishTemplate('alarms', '"values":{"03012001":2,"03012002":0}'),
]
export const samplesAnAlarmMessage = 2

/** The same message as the row that storage keeps of it. */
export function storedRow(board: BoardName): { numbers: (number | null)[]; extra: string | null } {
  const { numbers, extra } = layoutOf(describeBoard(board).signals)
  const values = reports[board]
  const beside = extra.filter(({ name }) => name in values).map(({ name }) => [name, values[name]])
  return {
    numbers: numbers.map(({ name }) => numberOr(values[name])),
    extra: beside.length > 0 ? JSON.stringify(Object.fromEntries(beside)) : null,
  }
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
