import { devices } from '@wattkeeper/contracts/api/devices'
import { logExtraction, mostLogBytes } from '@wattkeeper/contracts/api/log-extraction'
import type { Envelope } from '@wattkeeper/contracts/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/device-plane.ts'
import { type ScopedDevice, type ScopedFleet, plantScopedFleet } from '../../testing/scoped-fleet.ts'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'
import { clearExpired } from '../device-files/index.ts'
import { settleAll } from './jobs.ts'

let server: TestServer
let fleet: ScopedFleet
let staff: Person
let nextDevice = 0

beforeAll(async () => {
  server = await startTestServer()
  fleet = await plantScopedFleet(server)
  staff = await server.person()
})
afterAll(() => server.stop())

/** An online device of type 1 that no other test has asked. */
function aDevice(): ScopedDevice {
  const online = fleet.devices.filter(({ isOnline, equipTypeId }) => isOnline === 1 && equipTypeId === 1)
  const device = online[nextDevice++]
  if (!device) throw new Error('plant more devices')
  return device
}

const dayMs = 86_400_000
const ago = (ms: number) => new Date(server.clock.now() - ms).toISOString()
const requestOf = ({ code }: ScopedDevice, range: object = {}, level = 'SYSTEM') => ({
  equipCode: code,
  equipClassify: 1,
  logExtractParam: { level, fileType: 'log', startTime: ago(dayMs), endTime: ago(0), ...range },
})

interface Answer {
  readonly envelope: Envelope | undefined
  readonly text: string
  readonly name: string
  readonly type: string
}

async function extract(input: object, { token } = staff): Promise<Answer> {
  const answer = await server.app.inject({
    method: 'POST',
    url: logExtraction.extract.path,
    headers: { authorization: token, 'accept-language': 'zh' },
    payload: input,
  })
  const name = /filename\*=UTF-8''(.*)$/.exec(String(answer.headers['content-disposition']))?.[1] ?? ''
  const type = String(answer.headers['content-type'])
  const envelope = name === '' ? answer.json<Envelope>() : undefined
  return { envelope, text: answer.payload, name, type }
}

interface Sent {
  readonly [column: string]: unknown
  readonly id: number
  readonly body: { readonly url: string; readonly level: string; readonly startTime: number }
}

/** The log command of a device, as it would reach it. */
async function commandOf({ id }: ScopedDevice): Promise<Sent> {
  const read = () =>
    query<Sent>(
      server.urls.superuser,
      `select id::int, body from commands where device_id = $1 and kind = 'log' order by id desc limit 1`,
      [id],
    )
  const [command] = await eventually(read, (rows) => rows.length > 0)
  if (!command) throw new Error('no command')
  return command
}

const put = (url: string, payload: string | Buffer) =>
  server.app.inject({ method: 'PUT', url: new URL(url).pathname, payload })

test('the device’s upload is answered under its name, kept, listed and read', async () => {
  const device = aDevice()
  const answer = extract(requestOf(device))
  const { body } = await commandOf(device)
  expect(body).toMatchObject({ kind: 'log', level: 'SYSTEM', fileType: 'log' })
  expect(body.url).toMatch(/^http:\/\/platform\.test\/device\/logs\/[\w-]{43}$/)
  expect(await staff.call(logExtraction.progress, { equipCode: device.code })).toMatchObject({
    state: 'asked',
  })
  expect((await put(body.url, 'line 1\nline 2\n')).statusCode).toBe(201)
  const { text, name, type } = await answer
  expect({ text, type }).toEqual({ text: 'line 1\nline 2\n', type: 'text/plain; charset=utf-8' })
  expect(name).toMatch(new RegExp(`^${device.code}_SYSTEM_\\d{14}_\\d+\\.log$`))
  const logs = await staff.call(logExtraction.names, { equipCode: device.code })
  expect(logs).toMatchObject([{ name, size: 14, levelName: '系统日志', fileType: 'log' }])
  const read = await server.app.inject({
    url: `${logExtraction.read.path}?name=${name}`,
    headers: { authorization: staff.token },
  })
  expect(read.payload).toBe('line 1\nline 2\n')
  expect((await put(body.url, 'again')).statusCode).toBe(200)
  expect(await staff.call(logExtraction.progress, { equipCode: device.code })).toMatchObject({
    state: 'none',
  })
})

test('a stored log belongs to the organization of whoever asked, and is deleted after 30 days', async () => {
  const device = aDevice()
  const ours = await server.person({ organizationId: device.organizationId })
  const answer = extract(requestOf(device), ours)
  await put((await commandOf(device)).body.url, 'ours')
  const { name } = await answer
  expect(await ours.call(logExtraction.names, { equipCode: device.code })).toHaveLength(1)
  const theirs = await server.person({
    organizationId: fleet.organizationIds.find((id) => id !== device.organizationId) ?? 0,
  })
  expect(await theirs.ask(logExtraction.names, { equipCode: device.code })).toMatchObject({ code: 404 })
  expect(await theirs.ask(logExtraction.read, { name })).toMatchObject({ code: 404 })
  expect(await staff.call(logExtraction.names, { equipCode: device.code })).toHaveLength(1)
  await query(
    server.urls.superuser,
    `update stored_files set expires_at = now() where key in
    (select key from stored_files join log_extractions on file_id = stored_files.id where name = $1)`,
    [name],
  )
  await clearExpired(server.services)
  expect(await ours.call(logExtraction.names, { equipCode: device.code })).toEqual([])
  expect(await ours.ask(logExtraction.read, { name })).toMatchObject({
    code: 404,
    message: '日志不存在或已过期',
  })
})

test('an empty log, a refusal and one too large each say so at once', async () => {
  const [empty, refused, large] = [aDevice(), aDevice(), aDevice()]
  const emptied = extract(requestOf(empty))
  await put((await commandOf(empty)).body.url, '')
  expect((await emptied).envelope).toMatchObject({ code: 422, message: '提取失败' })
  const answer = extract(requestOf(refused))
  const { id } = await commandOf(refused)
  await query(
    server.urls.superuser,
    `update commands set state = 'done', result = 0, reason = 'refused', message = 'disk full', finished_at = now() where id = $1`,
    [id],
  )
  expect((await answer).envelope).toMatchObject({ code: 422, message: '设备拒绝提取日志：disk full' })
  const enlarged = extract(requestOf(large))
  const { body } = await commandOf(large)
  expect((await put(body.url, Buffer.alloc(mostLogBytes + 1))).statusCode).toBe(413)
  expect((await enlarged).envelope).toMatchObject({ code: 413 })
  expect((await put(body.url, 'too late')).statusCode).toBe(410)
})

test('a device that is asked already is not asked twice, and silence ends with 504', async () => {
  const device = aDevice()
  const first = extract(requestOf(device))
  const { body } = await commandOf(device)
  expect((await extract(requestOf(device))).envelope).toMatchObject({
    code: 409,
    message: '该设备正在提取日志，请稍后再试',
  })
  server.clock.advance(61_000)
  expect((await first).envelope).toMatchObject({ code: 504 })
  expect((await put(body.url, 'too late')).statusCode).toBe(410)
})

test('what arrives after the process that waited has died is kept all the same', async () => {
  const device = aDevice()
  const waiting = extract(requestOf(device))
  const { body } = await commandOf(device)
  await put(body.url, 'survives')
  await waiting
  await query(
    server.urls.superuser,
    `update log_extractions set state = 'waiting', finished_at = null, name = null, file_id = null where device_id = $1`,
    [device.id],
  )
  await settleAll(server.services)
  expect(await staff.call(logExtraction.names, { equipCode: device.code })).toMatchObject([{ size: 8 }])
})

test('what cannot be asked is refused with its reason', async () => {
  const device = aDevice()
  const refusal = async (input: object) => (await extract(input)).envelope?.message
  const offline = fleet.devices.find(({ isOnline }) => isOnline === 0)
  if (!offline) throw new Error('every second device is offline')
  expect((await extract({ ...requestOf(offline), equipClassify: 2 })).envelope).toMatchObject({ code: 409 })
  expect(await refusal({ ...requestOf(device), equipClassify: 2 })).toBe('设备不属于所选设备类型')
  expect(await refusal(requestOf(device, {}, 'NOPE'))).toBe('该设备类型没有此日志类型')
  expect(await refusal(requestOf(device, { startTime: ago(17 * dayMs) }))).toBe('时间范围须在15天以内')
  expect(await refusal(requestOf(device, { endTime: ago(-2 * dayMs) }))).toBe('不能选择未来的日期')
  expect(await refusal(requestOf(device, { startTime: ago(0), endTime: ago(dayMs) }))).toBe(
    '开始时间不能晚于结束时间',
  )
  expect(await refusal({})).toContain('请输入设备编码')
  expect(await refusal({ ...requestOf(device), equipCode: 'NOBODY' })).toBe('设备不存在')
  const reader = await server.person({ organizationId: device.organizationId, roleIds: [4] })
  expect((await extract(requestOf(device), reader)).envelope).toMatchObject({ code: 403 })
  expect(await reader.call(logExtraction.levels, { equipClassify: 4 })).toMatchObject([
    { code: 'BMS', name: 'BMS日志', fileType: 'log' },
    { code: 'CHARGE', fileType: 'csv' },
    { code: 'FAULT' },
  ])
})

test('a deleted device takes its link along and not the log that it sent', async () => {
  const device = aDevice()
  const answer = extract(requestOf(device))
  await put((await commandOf(device)).body.url, 'last words')
  const { name } = await answer
  await staff.call(devices.remove, { id: device.id })
  const read = await server.app.inject({
    url: `${logExtraction.read.path}?name=${name}`,
    headers: { authorization: staff.token },
  })
  expect(read.payload).toBe('last words')
})
