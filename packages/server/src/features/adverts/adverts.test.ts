import { adverts } from '@wattkeeper/contracts/api/adverts'
import { devices } from '@wattkeeper/contracts/api/devices'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendFile } from '../../testing/files.ts'
import { type Manufacturer, type Manufacturers, plantManufacturers } from '../../testing/manufacturers.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'
import { clearExpired } from '../device-files/index.ts'
import { publish } from './publish.ts'

let server: TestServer
let makers: Manufacturers
let staff: Person
let cabinets: readonly { readonly id: number; readonly code: string }[]

beforeAll(async () => {
  server = await startTestServer()
  makers = await plantManufacturers(server)
  staff = await server.person()
  cabinets = [await cabinetOf(makers.ours), await cabinetOf(makers.ours), await cabinetOf(makers.theirs)]
  await makers.device(makers.ours, { typeId: 1, modelId: 11 })
})
afterAll(() => server.stop())

const cabinetOf = (maker: Manufacturer) => makers.device(maker, { typeId: 3, modelId: 31, isOnline: 1 })

beforeEach(async () => {
  for (const { id } of (await staff.call(adverts.list, { pageNum: 1, pageSize: 500 })).rows)
    await staff.call(adverts.remove, { id })
  await tick()
  await makers.sql(`delete from advert_screens`)
})

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200_000, 1)])
const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(100, 2)])
const upload = (bytes: Buffer, { token } = staff) =>
  sendFile(server.app, adverts.uploadAnnex, { token, bytes, name: '海报.png' })
const tick = () => publish(server.services)
const spanMs = 600_000
const inMs = (ms: number) => new Date(server.clock.now() + ms).toISOString()

async function advertise(
  times: { adStartTime?: string; adEndTime?: string } = {},
  by = staff,
  adName = '促销',
) {
  const annexUrl = String((await upload(png, by)).data)
  const { id } = await by.call(adverts.create, {
    adName,
    annexUrl,
    fileMame: '海报.png',
    fgDelete: 0,
    ...times,
  })
  await tick()
  return id
}

interface Told {
  readonly [column: string]: unknown
  readonly adverts: readonly { readonly id: number; readonly url: string; readonly name: string }[]
}

/** What a screen was told last; undefined when nothing. */
async function told({ id }: { readonly id: number }) {
  const [command] = await makers.sql<Told>(
    `select body -> 'adverts' as adverts from commands where device_id = $1 and kind = 'advert' order by id desc limit 1`,
    [id],
  )
  return command?.adverts
}

/** The device's answer to what it was told last. */
const answer = (of: { readonly id: number }, result: 0 | 1, reason: string | null = null) =>
  makers.sql(
    `update commands set state = 'done', result = $2, reason = $3, finished_at = now() where id =
      (select max(id) from commands where device_id = $1 and kind = 'advert')`,
    [of.id, result, reason],
  )

const list = async (person = staff) => (await person.call(adverts.list, { pageNum: 1, pageSize: 10 })).rows
const first = <T>(values: readonly T[]): T => {
  const [value] = values
  if (value === undefined) throw new Error('empty')
  return value
}

test('an advertisement reaches every cabinet in its creator’s scope, and the list counts who confirmed', async () => {
  const id = await advertise()
  for (const cabinet of cabinets) expect(await told(cabinet)).toMatchObject([{ id, name: '促销' }])
  expect(await list()).toMatchObject([
    { id, state: 'playing', screens: 3, screensOn: 0, fgDelete: 0, adEndTime: null },
  ])
  await answer(first(cabinets), 1)
  expect(await list()).toMatchObject([{ screens: 3, screensOn: 1 }])
  const [, count] = [await tick(), await makers.sql(`select from commands where kind = 'advert'`)]
  await tick()
  expect(await makers.sql(`select from commands where kind = 'advert'`)).toHaveLength(count.length)
})

test('the link of a screen gives the uploaded bytes', async () => {
  await advertise()
  const { url } = first((await told(first(cabinets))) ?? [])
  expect(url).toMatch(/^http:\/\/platform\.test\/device\/files\//)
  const fetched = await server.app.inject({ url: new URL(url).pathname })
  expect(fetched.rawPayload.equals(png)).toBe(true)
})

test('it starts at its start and is withdrawn at its end', async () => {
  const id = await advertise({ adStartTime: inMs(spanMs), adEndTime: inMs(2 * spanMs) })
  const cabinet = first(cabinets)
  const before = await told(cabinet)
  expect(before?.some((each) => each.id === id) ?? false).toBe(false)
  expect(await list()).toMatchObject([{ state: 'waiting', screensOn: 0 }])
  server.clock.advance(spanMs + 1_000)
  await tick()
  expect(await told(cabinet)).toMatchObject([{ id }])
  await answer(cabinet, 1)
  expect(await list()).toMatchObject([{ state: 'playing', screensOn: 1 }])
  server.clock.advance(spanMs)
  await tick()
  expect(await told(cabinet)).toEqual([])
  expect(await list()).toMatchObject([{ state: 'over', screensOn: 1 }])
  await answer(cabinet, 1)
  expect(await list()).toMatchObject([{ screensOn: 0 }])
})

test('a screen that was away, refused, or came later is told again', async () => {
  const id = await advertise()
  const [away, refusing] = cabinets
  if (!away || !refusing) throw new Error('cabinets were planted')
  const links = async (device: { id: number }) => first((await told(device)) ?? []).url
  const firstLink = await links(away)
  await answer(away, 0, 'expired')
  await answer(refusing, 0, 'refused')
  const refused = await links(refusing)
  await tick()
  expect(await links(away)).not.toBe(firstLink)
  expect(await links(refusing)).toBe(refused)
  server.clock.advance(11 * 60_000)
  await tick()
  expect(await links(refusing)).not.toBe(refused)
  const later = await cabinetOf(makers.ours)
  await tick()
  expect(await told(later)).toMatchObject([{ id }])
  await staff.call(devices.remove, { id: later.id })
})

test('a manufacturer’s advertisement stays with its own cabinets, and nobody else sees it', async () => {
  const ours = await server.person({ organizationId: makers.ours.organizationId })
  const theirs = await server.person({ organizationId: makers.theirs.organizationId })
  const id = await advertise({}, ours)
  expect(await list(ours)).toMatchObject([{ id, screens: 2 }])
  expect(await list(staff)).toMatchObject([{ id, screens: 2 }])
  expect(await list(theirs)).toEqual([])
  expect(await theirs.ask(adverts.remove, { id })).toMatchObject({ code: 404 })
  expect(await theirs.ask(adverts.preview, { adId: id })).toMatchObject({ code: 404 })
  expect((await told(cabinets[2] ?? first(cabinets))) ?? []).toEqual([])
  const foreign = { adName: 'x', annexUrl: String((await upload(png, ours)).data), fileMame: 'x.png' }
  expect(await theirs.ask(adverts.create, foreign)).toMatchObject({
    code: 422,
    message: '文件不存在或已过期，请重新上传',
  })
  const narrowed = await server.person({ narrowing: { O: [String(makers.theirs.operatorId)] } })
  await advertise({}, narrowed, '窄')
  expect((await list(narrowed)).find(({ adName }) => adName === '窄')).toMatchObject({ screens: 1 })
})

test('the preview answers the file as what it is; deleting takes it from the screens and from the store', async () => {
  const id = await advertise()
  const url = `${adverts.preview.path}?adId=${id}`
  const headers = { authorization: staff.token }
  const shown = await server.app.inject({ url, headers })
  expect(shown.headers['content-type']).toBe('image/png')
  expect(shown.rawPayload.equals(png)).toBe(true)
  expect(await staff.ask(adverts.remove, { id })).toMatchObject({ code: 200, message: '删除成功!' })
  await tick()
  expect(await told(first(cabinets))).toEqual([])
  await clearExpired(server.services)
  expect(await makers.sql(`select from stored_files where expires_at is null`)).toEqual([])
  expect((await server.app.inject({ url, headers })).json()).toMatchObject({ code: 404 })
})

test('files are judged by their content, and what makes no sense is refused', async () => {
  expect(await upload(mp4)).toMatchObject({
    code: 200,
    data: expect.stringMatching(/^adverts\/[0-9a-f]{32}\.mp4$/),
  })
  expect(await upload(Buffer.from('%PDF-1.7 not a picture'))).toMatchObject({ code: 422 })
  expect(await upload(Buffer.alloc(0))).toMatchObject({ code: 422 })
  const annexUrl = String((await upload(png)).data)
  const create = (change: object) =>
    staff.ask(adverts.create, { adName: 'x', annexUrl, fileMame: 'x.png', ...change })
  expect((await create({ adName: ' ' })).message).toContain('请输入广告名称')
  expect(await create({ adStartTime: inMs(spanMs), adEndTime: inMs(0) })).toMatchObject({ code: 422 })
  expect(await create({ adEndTime: inMs(-spanMs) })).toMatchObject({ code: 422 })
  expect(await create({ annexUrl: 'adverts/../../etc/passwd' })).toMatchObject({ code: 422 })
  expect(
    await create({ adStartTime: '2099-01-01 08:00:00', adEndTime: '2099-01-02 08:00:00' }),
  ).toMatchObject({ code: 200 })
  expect(await list()).toMatchObject([
    { adStartTime: '2099-01-01 08:00:00', adEndTime: '2099-01-02 08:00:00' },
  ])
  expect(await create({})).toMatchObject({ code: 422 })
  expect((await staff.call(adverts.list, { pageNum: 1, pageSize: 10, adName: 'nothing' })).total).toBe(0)
})
