import { type NewEntry, dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import { dictionary } from '@wattkeeper/contracts/api/reference'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
})
afterAll(() => server.stop())

const alarm = (code: string): NewEntry => ({
  code,
  name: `告警${code}`,
  type: 'ALARM',
  note: '测试',
  alarmLevel: 2,
  analysisType: 'BIT',
})
const list = (filter: object) => admin.call(dictionaryEntries.list, filter)
const stored = async (type: string, code: string) => {
  const found = (await list({ type, pageSize: 500 })).rows.find((row) => row.code === code)
  if (!found) throw new Error(`no entry ${type} ${code}`)
  return found
}

test('an entry names what is missing, and an ALARM its level and analysis too', async () => {
  const { data } = await admin.ask(dictionaryEntries.create, {
    code: '123456789',
    name: '',
    type: '',
    note: ' ',
  })
  expect(data).toEqual({
    errors: [
      { path: 'code', message: '长度不能超过8个字符' },
      { path: 'name', message: '名称不能为空' },
      { path: 'type', message: '类型不能为空' },
      { path: 'note', message: '备注不能为空' },
    ],
  })
  const { code, name, note } = alarm('99000001')
  expect((await admin.ask(dictionaryEntries.create, { code, name, note, type: 'ALARM' })).data).toEqual({
    errors: [
      { path: 'alarmLevel', message: '告警级别不能为空' },
      { path: 'analysisType', message: '解析方式不能为空' },
    ],
  })
  expect(await admin.ask(dictionaryEntries.create, { ...alarm('99000001'), alarmLevel: 5 })).toMatchObject({
    code: 422,
  })
})

test('an entry is found by code, name and type, and what it is called is read everywhere', async () => {
  const { id } = await admin.call(dictionaryEntries.create, {
    code: '9',
    name: '外包人员',
    nameEn: 'Contractor',
    type: 'USER_TYPE',
    note: '驻场',
  })
  expect((await list({ type: 'USER_TYPE', name: '外包' })).rows).toMatchObject([
    { id, code: '9', typeName: '人员类型', alarmLevel: null, isFixed: false },
  ])
  expect((await list({ code: '02121', type: 'PARAM' })).total).toBe(11)
  const { USER_TYPE } = await admin.call(dictionary.enumerations, { types: ['USER_TYPE'] })
  expect(USER_TYPE).toContainEqual({ code: '9', label: '外包人员' })
})

test('types exist, and a code comes once a type', async () => {
  await admin.call(dictionaryEntries.create, alarm('99000002'))
  expect(await admin.ask(dictionaryEntries.create, alarm('99000002'))).toMatchObject({
    code: 409,
    message: '类型 ALARM 下编码 99000002 已存在',
  })
  expect(await admin.ask(dictionaryEntries.create, { ...alarm('1'), type: 'NOPE' })).toMatchObject({
    code: 422,
  })
})

test('what the program reads by its code keeps it, but may be called otherwise', async () => {
  const entry = await stored('IS_ONLINE', '1')
  expect(entry.isFixed).toBe(true)
  const change = { ...entry, name: '在线中', note: '已连接' }
  expect(await admin.ask(dictionaryEntries.update, { ...change, code: '2' })).toMatchObject({ code: 409 })
  expect(await admin.ask(dictionaryEntries.remove, { id: entry.id })).toMatchObject({ code: 409 })
  expect(await admin.ask(dictionaryEntries.update, change)).toMatchObject({ code: 200 })
  expect(await admin.ask(dictionaryEntries.update, change)).toMatchObject({ code: 409 })
  const long = await stored('SEMAPHORE_TYPE', 'ALARM_ANALYSIS_TYPE')
  expect(await admin.ask(dictionaryEntries.update, { ...long, note: '两种' })).toMatchObject({ code: 200 })
})

test('an entry in use says by whom and stays', async () => {
  const known = await stored('ALARM', '03012001')
  const inUse = await admin.ask(dictionaryEntries.remove, { id: known.id })
  expect(inUse.code).toBe(409)
  expect(inUse.message).toContain('仍被 故障目录 使用')
  const { id } = await admin.call(dictionaryEntries.create, {
    code: '8',
    name: '访客',
    type: 'USER_TYPE',
    note: '临时',
  })
  await server.database.system
    .updateTable('users')
    .set({ type: '8' })
    .where('id', '=', admin.userId)
    .execute()
  expect((await admin.ask(dictionaryEntries.remove, { id })).message).toContain('仍被 用户 使用（1 条）')
  await server.database.system
    .updateTable('users')
    .set({ type: '1' })
    .where('id', '=', admin.userId)
    .execute()
  expect(await admin.ask(dictionaryEntries.remove, { id })).toMatchObject({ code: 200 })
})

test('whoever keeps the catalogue hears that it changed', async () => {
  const heard = new Promise((resolve) => server.services.bus.hear('catalogueChanged', resolve))
  await admin.call(dictionaryEntries.create, alarm('99000003'))
  expect(await heard).toEqual({})
})
