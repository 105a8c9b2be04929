import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellsOf, fetchFile } from '../../testing/files.ts'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { type Report, storeReport } from './testing/reports.ts'

let server: TestServer
let planted: Manufacturers
let ours: Person
beforeAll(async () => {
  server = await startTestServer()
  planted = await plantManufacturers(server)
  ours = await server.person({ organizationId: planted.ours.organizationId, roleIds: [4] })
})
afterAll(() => server.stop())

const minute = 60_000
const isoAt = (ms: number) => new Date(ms).toISOString()
/** Noon in Shanghai, yesterday or the day before. */
const base = Math.floor((Date.now() - 1.5 * 86_400_000) / 86_400_000) * 86_400_000 + 4 * 3_600_000
const report = (deviceId: number, each: Report) => storeReport(planted, deviceId, each)

interface Wanted {
  readonly tab: string
  readonly equipId: number
  readonly startTime?: string
  readonly endTime?: string
}

const fetchExport = (wanted: Wanted, language = 'zh') => {
  const { tab, ...query } = wanted
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
  const route = { ...telemetry.exportAll, path: `/api/equip/attr/${tab}/export?${asked.toString()}` }
  return fetchFile(server.app, route, { token: ours.token, language })
}
/** Rows by their headings. */
async function tableOf(bytes: Buffer): Promise<Record<string, string>[]> {
  const [head = [], ...rows] = await cellsOf(bytes)
  return rows.map((cells) => Object.fromEntries(head.map((title, index) => [title, cells[index] ?? ''])))
}

test('an export holds the readings of the range, newest first, in the words of the specification', async () => {
  const { id, code } = await planted.device(planted.ours)
  const mppt = (n: number, values: Record<string, unknown>) =>
    report(id, { board: 'mppt', ts: base + n * minute, values })
  await mppt(0, { status: '01', maxChargePower: 1 })
  await mppt(1, { status: '01', maxChargePower: 4, pvVoltage: 38.5 })
  await mppt(2, { status: '00' })
  await mppt(3, { status: '01' })
  const range = { startTime: isoAt(base + minute), endTime: isoAt(base + 2 * minute) }
  const { bytes, name } = await fetchExport({ tab: 'mppt', equipId: id, ...range })
  expect(name).toMatch(new RegExp(`^便携储能电源_${code}_MPPT_\\d{14}\\.xlsx$`))
  const rows = await tableOf(bytes)
  expect(rows.map((row) => row['状态'])).toEqual(['关', '开'])
  expect(rows[1]).toMatchObject({ '最大充电功率 (W)': '400', '光伏电压 (V)': '38.5', '光伏电流 (A)': '' })
  expect(rows[1]?.['上报时间']).toMatch(/^\d{4}-\d\d-\d\d 12:01:00$/)
})

test.each([
  ['pcs', { runMode: 1, highSideState: 1 }, { 'Run mode': 'Single-board', 'High-side state': 'Inverter' }],
  ['pcs', { runMode: 0, highSideState: 0 }, { 'Run mode': 'Normal', 'High-side state': 'Idle' }],
  ['pcs', { runMode: 2, highSideState: 2 }, { 'Run mode': 'Calibration', 'High-side state': 'Charging' }],
  ['pcs', { runMode: 9, highSideState: 7 }, { 'Run mode': 'Aging', 'High-side state': 'Fault' }],
  ['pcs', { stateWord1: 0xffff_ffff, gridRelay: 1 }, { 'State word 1': '0xFFFFFFFF', 'Grid relay': 'On' }],
  ['bms', { current: 0.5 }, { 'Current (A)': '0.5', Direction: 'Standby' }],
  ['bms', { current: 0.51 }, { 'Current (A)': '0.51', Direction: 'Charging' }],
  ['bms', { current: -0.5 }, { Direction: 'Standby' }],
  ['bms', { current: -12 }, { 'Current (A)': '-12', Direction: 'Discharging' }],
  ['bms', { soc: 1 }, { 'Current (A)': '', Direction: '' }],
  ['sc', { acSwitch: 1, usbSwitch: 0 }, { 'AC switch': 'On', 'USB switch': 'Off' }],
  ['andersen', { softwareVersion: '=1+1' }, { 'Software version': '=1+1' }],
  ['battery', { cellVolts: [3.301, 3.298] }, { 'Cell voltages (V)': '3.301 · 3.298' }],
] as const)('%s %j is exported in English as %j', async (board, values, expected) => {
  const { id } = await planted.device(planted.ours)
  await report(id, { board, ts: base, values })
  const { bytes, name } = await fetchExport({ tab: board, equipId: id, startTime: isoAt(base) }, 'en')
  expect(name).toMatch(/^Portable power station_/)
  expect(await tableOf(bytes)).toEqual([expect.objectContaining(expected)])
})

test('a micro-inverter’s row names the alarms of its time, or says that there were none', async () => {
  const device = await planted.device(planted.ours, { typeId: 2, modelId: 21 })
  for (const n of [0, 1])
    await report(device.id, { board: 'basic', ts: base + n * minute, values: { bmscur: -3 } })
  await planted.alarm(device, { code: '03011001', value: 1, level: 1, at: isoAt(base + minute / 2) })
  const { bytes } = await fetchExport({ tab: 'basic', equipId: device.id, startTime: isoAt(base) })
  const rows = await tableOf(bytes)
  expect(rows.map((row) => row['当前告警'])).toEqual(['整机通讯与控制异常', '无告警'])
  expect(rows[0]?.['充放电状态']).toBe('放电')
})

test('a cabinet has a line for each bay', async () => {
  const { id } = await planted.device(planted.ours, { typeId: 3, modelId: 31 })
  await report(id, { board: 'cabinet', ts: base, values: { envTemp: 21.5 } })
  for (const unit of [1, 2])
    await report(id, { board: 'cabinet', unit, ts: base, values: { soc: 40 + unit, doorOpen: 0 } })
  const { bytes } = await fetchExport({ tab: 'cabinet', equipId: id, startTime: isoAt(base) })
  expect(await tableOf(bytes)).toMatchObject([
    { '环境温度 (°C)': '21.5', 仓: '1', '仓 电量 (%)': '41', '仓 门开': '否' },
    { '环境温度 (°C)': '21.5', 仓: '2', '仓 电量 (%)': '42' },
  ])
})

test('without a time range, with an empty one or an unknown tab there is no file, but a reason', async () => {
  const { id } = await planted.device(planted.ours)
  const ask = (input: object) => ours.ask(telemetry.exportAll, { equipId: id, ...input })
  expect(await ask({ tab: 'sc' })).toMatchObject({ code: 422, message: '请先选择时间范围' })
  expect(await ask({ tab: 'sc', startTime: '' })).toMatchObject({ code: 422, message: '请先选择时间范围' })
  expect(await ask({ tab: 'sc', startTime: isoAt(base), endTime: isoAt(base) })).toMatchObject({
    code: 422,
    message: '结束时间必须晚于开始时间',
  })
  expect(await ask({ tab: 'constructor', startTime: isoAt(base) })).toMatchObject({ code: 422 })
})

test('a range without readings is a file with headings only', async () => {
  const { id } = await planted.device(planted.ours)
  const { bytes } = await fetchExport({ tab: 'bms', equipId: id, startTime: isoAt(Date.now()) })
  expect(await cellsOf(bytes)).toHaveLength(1)
})

test('an export of more than a portion misses none and doubles none', async () => {
  const { id } = await planted.device(planted.ours)
  await planted.sql(
    `insert into telemetry select $1, 'mppt', 0, $2::timestamptz + n * interval '1 second', now(), array[n]::real[] from generate_series(1, 2500) n`,
    [id, isoAt(base)],
  )
  const { bytes } = await fetchExport({ tab: 'mppt', equipId: id, startTime: isoAt(base) })
  const rows = await tableOf(bytes)
  expect(rows.map((row) => row['车充电流 (A)'])).toEqual(
    Array.from({ length: 2_500 }, (_, n) => String(2_500 - n)),
  )
})
