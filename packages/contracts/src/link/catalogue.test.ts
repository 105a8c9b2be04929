import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { boards, describeBoard, layoutOf, readTopic, topicNames, topicOf, topics } from './index.ts'
import type { TelemetryReport } from './index.ts'

/** The places of the numbers in storage. A line may grow at its end; nothing else may ever change here. */
const stored: Record<string, string> = {
  sc: 'outputPower inputPower acSwitch dcSwitch carSwitch lightSwitch usbSwitch usbA1Power usbA2Power typeC1Power typeC2Power carPower wirelessPower mpptVoltage screenOffSeconds standbySeconds soc',
  andersen:
    'runStatus inputVoltage outputVoltage inputCurrent outputCurrent inputSwitch outputSwitch ntcTemperature',
  bms: 'soc voltage current cellTempMax cellTempMin mosTemp chargeMos dischargeMos fullCapacity remainCapacity cellVoltMax cellVoltMin cycleCount chargeState',
  pcs: 'acVoltage acCurrent acPower acFrequency dcVoltage dcCurrent dcPower gridRelay loadRelay runMode highSideState',
  mppt: 'carChargeCurrent batteryChargeCurrent batteryChargeVoltage maxChargePower pvCurrent pvVoltage uploadNumber',
  basic:
    'bmsSOC bmsVMax bmsVMin bmsVol bmscur envTemp invStatus invVol invcur pv1cur pv1power pv1status pv1vol pv2cur pv2power pv2status pv2vol',
  cabinet: 'inputVoltage inputCurrent inputPower energy envTemp humidity smoke water fan',
  'cabinet bay': 'occupied soc voltage current temp doorOpen lockFeedback charging light enabled',
  battery: 'soc soh voltage current power cellTempMax cellTempMin cycleCount chargeState bay',
}

test('the numbers of every board keep their places in storage', () => {
  const found: Record<string, string> = {}
  for (const board of boards) {
    const { signals, units } = describeBoard(board)
    found[board] = layoutOf(signals)
      .numbers.map(({ name }) => name)
      .join(' ')
    if (units)
      found[`${board} ${units.key}`] = layoutOf(units.signals)
        .numbers.map(({ name }) => name)
        .join(' ')
  }
  expect(found).toEqual(stored)
})

test('a board names each signal once', () => {
  for (const board of boards) {
    const names = describeBoard(board).signals.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('every topic can be written and read back', () => {
  for (const name of topicNames) expect(readTopic(topicOf(name, 'WK0001'))).toEqual({ code: 'WK0001', name })
  for (const stranger of ['', 'v1', 'v1/', 'v1/WK0001', 'v2/WK0001/telemetry', 'v1/WK0001/telemetry/x'])
    expect(readTopic(stranger)).toBeUndefined()
})

test('the telemetry schema takes a report, a backlog and nothing of a wrong type', () => {
  const report: TelemetryReport = {
    ts: 1_790_000_000_000,
    board: 'cabinet',
    values: { inputVoltage: 220.5, bays: [{ bay: 1, soc: 80, batteryCode: 'B1' }] },
  }
  const { payload } = topics.telemetry
  expect(Value.Check(payload, report)).toBe(true)
  expect(Value.Check(payload, [report, report])).toBe(true)
  expect(Value.Check(payload, { ...report, values: { inputVoltage: '220' } })).toBe(false)
  expect(Value.Check(payload, { ...report, board: 'toaster' })).toBe(false)
})
