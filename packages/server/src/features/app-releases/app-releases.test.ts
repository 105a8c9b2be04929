import { appReleases } from '@wattkeeper/contracts/api/app-releases'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFile } from '../../testing/files.ts'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
})
afterAll(() => server.stop())

const store = 'https://apps.example.com/app/id1'
const apk = Buffer.concat([
  Buffer.from([0x50, 0x4b, 0x03, 0x04]),
  Buffer.from('AndroidManifest.xml'),
  Buffer.alloc(5000, 7),
])

let made = 0
const newApp = () => `app-${(made += 1)}`
const ask = (appCode: string, version: string, more: object = {}) =>
  admin.ask(appReleases.create, { appCode, platform: 'android', version, url: store, ...more })
const release = (appCode: string, version: string, more: object = {}) =>
  admin.call(appReleases.create, { appCode, platform: 'android', version, url: store, ...more })
const none = (appCode: string) => server.as(undefined).ask(appReleases.newest, { appCode })
const newest = (appCode: string, platform?: 'android' | 'ios') =>
  server.as(undefined).call(appReleases.newest, { appCode, ...(platform && { platform }) })
const upload = async (bytes: Buffer, token = admin.token) =>
  sendFile(server.app, appReleases.upload, { token, bytes, name: '储能 1.0.apk' })
const uploaded = async () => {
  const { data } = await upload(apk)
  return data as { file: string; fileName: string; fileSize: number; sha256: string }
}
const list = (appCode: string) => admin.call(appReleases.list, { appCode, pageNum: 1, pageSize: 10 })

test('the newest version is found number by number, and 1.2 is 1.2.0', async () => {
  const app = newApp()
  for (const version of ['1.9', '1.10', '1.2.0'])
    await release(app, version, { url: `${store}?v=${version}` })
  expect(await newest(app)).toBe(`${store}?v=1.10`)
  expect(await ask(app, '1.2')).toMatchObject({ code: 409 })
  const { rows, total } = await list(app)
  expect(total).toBe(3)
  expect(rows.map(({ version, isNewest }) => [version, isNewest])).toEqual([
    ['1.10', true],
    ['1.9', false],
    ['1.2.0', false],
  ])
})

test('each app and each platform has a newest of its own; nothing released is a 404 with a sentence', async () => {
  const app = newApp()
  expect(await none(app)).toMatchObject({ code: 404, message: '该应用尚未发布' })
  await release(app, '3.0', { platform: 'ios' })
  expect(await none(app)).toMatchObject({ code: 404 })
  expect(await newest(app, 'ios')).toBe(store)
})

test('a package is uploaded, hashed, released and fetched by anybody, in parts too, and counted', async () => {
  const app = newApp()
  const { file, fileName, fileSize, sha256 } = await uploaded()
  expect([fileName, fileSize, sha256]).toEqual([
    '储能 1.0.apk',
    apk.length,
    createHash('sha256').update(apk).digest('hex'),
  ])
  await release(app, '1.0', { url: '', file, fileName })
  const address = await newest(app)
  expect(address).toMatch(/^http:\/\/[^/]+\/app\/package\/\d+\/%E5%82%A8%E8%83%BD%201\.0\.apk$/)
  const url = new URL(address).pathname
  const whole = await server.app.inject({ url })
  expect(whole.rawPayload.equals(apk)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'application/vnd.android.package-archive',
    'content-disposition': `attachment; filename*=UTF-8''%E5%82%A8%E8%83%BD%201.0.apk`,
    'accept-ranges': 'bytes',
  })
  const part = await server.app.inject({ url, headers: { range: 'bytes=4-22' } })
  expect([part.statusCode, part.body]).toEqual([206, 'AndroidManifest.xml'])
  expect((await server.app.inject({ method: 'HEAD', url })).headers['content-length']).toBe(
    String(apk.length),
  )
  expect((await list(app)).rows).toMatchObject([{ downloads: 1, sha256, fileSize: apk.length, url: address }])
  expect((await server.app.inject({ url: url.replace('1.0', '9.9') })).statusCode).toBe(404)
})

test('a link counts whom it led away', async () => {
  const app = newApp()
  await release(app, '1.0')
  await newest(app)
  await newest(app)
  expect((await list(app)).rows).toMatchObject([{ downloads: 2, sha256: null }])
})

test('without script the link on the page leads on, or back to what is missing, in the reader’s language', async () => {
  await release('estolife', '1.0', { platform: 'ios' })
  const follow = async (url: string) => (await server.app.inject({ url })).headers['location']
  expect(await follow('/app/estolife/ios')).toBe(store)
  expect(await follow('/app/estolife/android?lang=fr')).toBe('/estolife?lang=fr#missing-android')
  expect(await follow('/app/unheard-of/ios')).toBe('/download#missing-ios')
})

test('what is no package, no link or somebody else’s file is refused', async () => {
  const app = newApp()
  expect(await upload(Buffer.from('#!/bin/sh'))).toMatchObject({ code: 422, message: '文件不是安卓安装包' })
  expect(await upload(Buffer.alloc(0))).toMatchObject({ code: 422 })
  expect(await ask(app, '1.0', { url: '' })).toMatchObject({ code: 422 })
  expect(await ask(app, '1.0', { url: 'javascript:alert(1)' })).toMatchObject({ code: 422 })
  expect(await ask(app, 'newest')).toMatchObject({ code: 422 })
  const { file } = await uploaded()
  const ios = await ask(app, '1.0', { platform: 'ios', url: '', file })
  expect(ios).toMatchObject({ code: 422, message: 'iOS 版只能填写应用商店链接' })
  await release(app, '1.0', { url: '', file })
  expect(await ask(app, '1.1', { url: '', file })).toMatchObject({
    message: '上传的安装包已失效，请重新上传',
  })
})

test('a deleted release is offered no more, its package is let go, and both deeds stand in the audit', async () => {
  const app = newApp()
  const { file } = await uploaded()
  await release(app, '1.0')
  const { id } = await release(app, '2.0', { url: '', file })
  const fileExpiry = () =>
    server.database.system
      .selectFrom('storedFiles')
      .select('expiresAt')
      .where('key', '=', file)
      .executeTakeFirst()
  expect(await fileExpiry()).toEqual({ expiresAt: null })
  await admin.call(appReleases.remove, { id })
  expect(await newest(app)).toBe(store)
  await expect.poll(fileExpiry).toMatchObject({ expiresAt: expect.any(String) as unknown })
  expect(await admin.ask(appReleases.remove, { id })).toMatchObject({ code: 404 })
  const deeds = await server.database.system
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'appReleases.%')
    .where('userId', '=', admin.userId)
    .where('code', '=', 200)
    .execute()
  expect(new Set(deeds.map(({ action }) => action))).toEqual(
    new Set(['appReleases.upload', 'appReleases.create', 'appReleases.remove']),
  )
})

test('whoever may only look may not release', async () => {
  const looker = await server.person({ roleIds: [4] })
  expect(await upload(apk, looker.token)).toMatchObject({ code: 403 })
  const create = await looker.ask(appReleases.create, {
    appCode: 'x',
    platform: 'android',
    version: '1',
    url: store,
  })
  expect(create).toMatchObject({ code: 403 })
})
