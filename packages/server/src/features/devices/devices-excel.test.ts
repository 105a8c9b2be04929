import { devices } from '@wattkeeper/contracts/api/devices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cell, writeBook } from '../../platform/excel/index.ts'
import { cellsOf, fetchFile, sendFile } from '../../testing/files.ts'
import { type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let fleet: Manufacturers
let maker: Person
let ourCode: string

beforeAll(async () => {
  server = await startTestServer()
  fleet = await plantManufacturers(server)
  maker = await server.person({ organizationId: fleet.ours.organizationId, roleIds: [3] })
  const [operator] = await fleet.sql<{ code: string }>('select code from operators where id = $1', [
    fleet.ours.operatorId,
  ])
  ourCode = operator?.code ?? ''
})
afterAll(() => server.stop())

const headers = [
  '设备编码',
  '设备类型',
  '设备型号',
  '运营商编码',
  '地区编码',
  '详细地址',
  '经度',
  '纬度',
  '业务状态',
]
const book = (rows: Cell[][], titles: readonly string[] = headers) =>
  writeBook([{ name: '设备', columns: titles.map((header) => ({ header, width: 10 })), rows }])
const send = (bytes: Buffer) => sendFile(server.app, devices.importAll, { token: maker.token, bytes })
const total = async () => (await maker.call(devices.list, { pageNum: 1, pageSize: 1 })).total
const good = (code: string): Cell[] => [code, '便携储能电源', '便携电源 P600', ourCode]

test('an import makes every device of the file and answers each secret', async () => {
  const before = await total()
  const rows: Cell[][] = [
    [...good('IMP1'), '110105', '=HYPERLINK("x")', 116.4, '39.9', '已激活'],
    ['00012', 'Portable power station', 'Portable P600', ourCode, null, null, null, null, 3],
    ...Array.from({ length: 300 }, (_, each) => good(`BULK${each}`)),
  ]
  const { code, data } = await send(await book(rows))
  expect(code).toBe(200)
  const made = (data as { devices: { id: number; code: string; secret: string }[] }).devices
  expect(made).toHaveLength(302)
  expect(await total()).toBe(before + 302)
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(302)
  expect(await maker.call(devices.find, { id: made[0]?.id ?? 0 })).toMatchObject({
    code: 'IMP1',
    address: '=HYPERLINK("x")',
    longitude: 116.4,
    latitude: 39.9,
    status: 1,
  })
  expect(await maker.call(devices.find, { id: made[1]?.id ?? 0 })).toMatchObject({ code: '00012', status: 3 })
})

test('wrong rows are named with their reasons, and nothing is imported', async () => {
  const theirs = await fleet.device(fleet.theirs)
  const before = await total()
  const { code, message, data } = await send(
    await book([
      good('FINE1'),
      ['bad code', '便携储能电源', '便携电源 P600', ourCode],
      ['TYPE1', '不存在的类型', 'x', ourCode],
      ['MODEL1', '便携储能电源', '没有', ourCode],
      ['OPER1', '便携储能电源', '便携电源 P600', 'NOPE'],
      ['PLACE1', '便携储能电源', '便携电源 P600', ourCode, '999999', '', '东', '91', '?'],
      good('FINE1'),
      good(theirs.code),
      ['', '', '', '', '', '只有地址'],
    ]),
  )
  expect({ code, message }).toEqual({ code: 422, message: '8 行有误，未导入任何设备' })
  const { errors } = data as { errors: { path: string; message: string }[] }
  expect(Object.fromEntries(errors.map(({ path, message: said }) => [path, said]))).toMatchObject({
    'rows.3.code': '设备编码为1-32位字母或数字',
    'rows.4.equipTypeId': '设备类型 不存在的类型 不存在',
    'rows.5.equipModelId': '该设备类型没有型号 没有',
    'rows.6.operatorId': '运营商不存在',
    'rows.7.regionCode': '地区不存在',
    'rows.7.longitude': '经度在-180到180之间',
    'rows.7.latitude': '纬度在-90到90之间',
    'rows.7.status': '业务状态 ? 不存在',
    'rows.8.code': '设备编码 FINE1 与第 2 行重复',
    'rows.9.code': `设备编码 ${theirs.code} 已存在`,
    'rows.10.code': '请输入设备编码',
    'rows.10.operatorId': '请选择运营商',
  })
  expect(await total()).toBe(before)
})

test('a file that is no workbook, has no devices, lacks a column or is too large is refused in words', async () => {
  expect(await send(Buffer.from('not a workbook'))).toMatchObject({ code: 422 })
  expect(await send(Buffer.alloc(0))).toMatchObject({ code: 422 })
  expect(await send(await book([]))).toMatchObject({ code: 422, message: '文件中没有设备' })
  expect(await send(await book([['A1']], ['设备编码']))).toMatchObject({ code: 422 })
  expect(await send(Buffer.alloc(devices.importAll.maxBytes + 1))).toMatchObject({ code: 413 })
})

test('the template explains itself, and its own first sheet can be sent back', async () => {
  const { bytes, name } = await fetchFile(server.app, devices.importTemplate, { token: maker.token })
  expect(name).toBe('设备导入模板.xlsx')
  expect(await cellsOf(bytes)).toEqual([headers])
  expect(await send(bytes)).toMatchObject({ code: 422, message: '文件中没有设备' })
  const english = await fetchFile(server.app, devices.importTemplate, { token: maker.token, language: 'en' })
  expect((await cellsOf(english.bytes))[0]).toContain('Device code')
})

test('an export holds exactly the filtered view, and a text that looks like a formula stays a text', async () => {
  await send(
    await book([
      [...good('EXPORT1'), null, '=1+1'],
      [...good('EXPORT2'), null, '@SUM(A1)'],
    ]),
  )
  const { bytes, name } = await fetchFile(server.app, devices.exportAll, {
    token: maker.token,
    input: { code: 'export' },
  })
  const [titles, ...rows] = await cellsOf(bytes)
  expect(name).toMatch(/^设备列表_\d{14}\.xlsx$/)
  expect(titles?.slice(0, 3)).toEqual(['设备编码', '设备类型', '设备型号'])
  expect(rows.map((row) => [row[0], row[7]])).toEqual([
    ['EXPORT2', '@SUM(A1)'],
    ['EXPORT1', '=1+1'],
  ])
  expect(bytes.includes('<f>')).toBe(false)
  const all = await fetchFile(server.app, devices.exportAll, { token: maker.token, language: 'en' })
  expect((await cellsOf(all.bytes)).length).toBe((await total()) + 1)
})

test('an export that finds nothing is a sheet with headers only', async () => {
  const input = { regionCode: 'nowhere' }
  const { bytes } = await fetchFile(server.app, devices.exportAll, { token: maker.token, input })
  expect(await cellsOf(bytes)).toHaveLength(1)
})
