import Fastify from 'fastify'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plantScopedFleet } from '../../testing/scoped-fleet.ts'
import { type TestServer, query, startTestServer } from '../../testing/server.ts'
import { Bandwidth, type DownloadLimits } from '../../platform/http/bandwidth.ts'
import { type FilePlane, serveFilePlane } from '../../platform/http/file-plane.ts'
import { clearExpired, clearStrays, devicePlane, linkFrom, linksTo, storeFile } from './index.ts'

let server: TestServer
let deviceId = 0

beforeAll(async () => {
  server = await startTestServer()
  deviceId = (await plantScopedFleet(server)).devices[0]?.id ?? 0
})
afterAll(() => server.stop())

const content = '0123456789abcdef'

async function linkToContent(validForMs = 60_000): Promise<string> {
  const { services, database } = server
  const file = await storeFile(services, Readable.from([Buffer.from(content)]), {
    organizationId: 1,
    maxBytes: 100,
  })
  const wanted = [{ deviceId, fileId: file.id, validForMs }]
  const [url = ''] = await database.system.transaction().execute((db) => linksTo(db, services, wanted))
  return new URL(url).pathname
}

const linkToBring = async (maxBytes = 100) => {
  const wanted = { deviceId, ownerId: 1, maxBytes, validForMs: 60_000, keptForMs: 60_000 }
  const made = server.database.system.transaction().execute((db) => linkFrom(db, server.services, wanted))
  return new URL((await made).url).pathname
}

const fetchPart = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers })

test('a file comes whole, in parts and as its head, until the link expires', async () => {
  const url = await linkToContent()
  const whole = await fetchPart(url)
  expect(whole).toMatchObject({ statusCode: 200, payload: content })
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '16' })
  const head = await fetchPart(url, {}, 'HEAD')
  expect(head).toMatchObject({ statusCode: 200, payload: '' })
  expect(head.headers['content-length']).toBe('16')
  const part = await fetchPart(url, { range: 'bytes=10-' })
  expect(part).toMatchObject({ statusCode: 206, payload: 'abcdef' })
  expect(part.headers['content-range']).toBe('bytes 10-15/16')
  expect((await fetchPart(url, { range: 'bytes=-2' })).payload).toBe('ef')
  expect((await fetchPart(url, { range: 'bytes=2-4' })).payload).toBe('234')
  const beyond = await fetchPart(url, { range: 'bytes=16-' })
  expect(beyond.statusCode).toBe(416)
  expect(beyond.headers['content-range']).toBe('bytes */16')
  expect((await fetchPart(url, { range: 'bytes=0-1,4-5' })).payload).toBe(content)
  server.clock.advance(61_000)
  expect((await fetchPart(url)).statusCode).toBe(410)
})

test('a part is sent only of the edition that the rest came from', async () => {
  const url = await linkToContent()
  const { headers } = await fetchPart(url)
  const [etag, modified] = [String(headers.etag), String(headers['last-modified'])]
  const range = 'bytes=10-'
  expect((await fetchPart(url, { range, 'if-range': etag })).statusCode).toBe(206)
  expect((await fetchPart(url, { range, 'if-range': modified })).statusCode).toBe(206)
  expect((await fetchPart(url, { range, 'if-range': '"another"' })).payload).toBe(content)
  expect((await fetchPart(url, { 'if-none-match': etag })).statusCode).toBe(304)
})

/** The same plane on a line of its own. */
async function planeWith(limits: DownloadLimits, files = server.services.files) {
  const app = Fastify()
  const paths = { fetch: '/device/files/:token', bring: '/device/logs/:token' }
  await serveFilePlane(app, devicePlane({ ...server.services, files }, new Bandwidth(limits)), paths)
  return app
}

test('whoever finds no place is asked to come back; a look at the head needs none', async () => {
  const app = await planeWith({ atOnce: 0 })
  const url = await linkToContent()
  const refused = await app.inject({ method: 'GET', url, headers: { range: 'bytes=10-' } })
  expect(refused).toMatchObject({ statusCode: 503, payload: 'too many fetch at once, come back in 5 s\n' })
  expect(refused.headers['retry-after']).toBe('5')
  expect(await app.inject({ method: 'HEAD', url })).toMatchObject({ statusCode: 200 })
  expect(await app.inject({ method: 'GET', url: '/device/files/nonsense' })).toMatchObject({
    statusCode: 404,
  })
})

test('parts come at a limited pace as they are, and each download gives its place back', async () => {
  const app = await planeWith({ atOnce: 1, totalRate: 1_000_000, rateEach: 500_000 })
  const url = await linkToContent()
  for (const range of ['bytes=0-7', 'bytes=8-', 'bytes=99-', 'bytes=0-'])
    await app.inject({ method: 'GET', url, headers: { range } })
  const rest = await app.inject({ method: 'GET', url, headers: { range: 'bytes=10-' } })
  expect(rest).toMatchObject({ statusCode: 206, payload: 'abcdef' })
})

test('where the store may be asked itself, a device is sent there for as long as its own link lives', async () => {
  const link = async (key: string, { seconds }: { seconds: number }) =>
    `https://store.test/${key}?for=${seconds}`
  const app = await planeWith({ atOnce: 0 }, { ...server.services.files, link })
  const url = await linkToContent()
  const sent = await app.inject({ method: 'GET', url, headers: { range: 'bytes=10-' } })
  expect(sent.statusCode).toBe(307)
  expect(sent.headers.location).toMatch(/^https:\/\/store\.test\/[0-9a-f]{32}\?for=\d+$/)
  expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  expect((await app.inject({ method: 'GET', url: '/device/files/nonsense' })).statusCode).toBe(404)
})

test('links are for their own way only, and unknown ones do not exist', async () => {
  const [fetching, bringing] = [await linkToContent(), await linkToBring()]
  const as = (url: string, way: string) => url.replace(/files|logs/, way)
  expect((await fetchPart('/device/files/nonsense')).statusCode).toBe(404)
  expect((await fetchPart(as(bringing, 'files'))).statusCode).toBe(404)
  expect(
    (await server.app.inject({ method: 'PUT', url: as(fetching, 'logs'), payload: 'x' })).statusCode,
  ).toBe(404)
  const rows = await query(server.urls.superuser, `select token_hash from device_links`)
  expect(JSON.stringify(rows)).not.toContain(fetching.split('/').at(-1))
})

test('the first upload is kept; one too large, announced or not, is refused', async () => {
  const url = await linkToBring(10)
  const put = (payload: string, headers = {}) =>
    server.app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'text/plain', ...headers } })
  expect((await put('12345678901')).statusCode).toBe(413)
  const chunked = Readable.from([Buffer.from('123456'), Buffer.from('7890123')])
  expect((await server.app.inject({ method: 'PUT', url, payload: chunked })).statusCode).toBe(413)
  expect((await put('1234567890', { 'content-type': 'application/json' })).statusCode).toBe(201)
  expect((await put('other')).statusCode).toBe(200)
  const [kept] = await query<{ size: string }>(
    server.urls.superuser,
    `select size from stored_files join device_links on file_id = stored_files.id where max_bytes = 10`,
  )
  expect(Number(kept?.size)).toBe(10)
})

test('bytes that are gone, as after an older backup, are told to be gone, and cleared like any other', async () => {
  const url = await linkToContent()
  const { services } = server
  for await (const { key } of services.files.list()) await services.files.remove(key)
  expect(await fetchPart(url)).toMatchObject({ statusCode: 410, payload: 'the file is gone\n' })
  server.clock.advance(25 * 3_600_000)
  await clearExpired(services)
  expect(await query(server.urls.superuser, 'select from stored_files')).toEqual([])
})

test('what expired and what no row knows is cleared, bytes and rows', async () => {
  const url = await linkToContent()
  const { services } = server
  server.clock.advance(25 * 3_600_000)
  await services.files.write('f'.repeat(32), Readable.from([Buffer.from('stray')]), { maxBytes: 10 })
  server.clock.advance(25 * 3_600_000)
  await clearExpired(services)
  await clearStrays(services)
  expect(await query(server.urls.superuser, 'select from stored_files')).toEqual([])
  const left = []
  for await (const { key } of services.files.list()) left.push(key)
  expect(left).toEqual([])
  expect((await fetchPart(url)).statusCode).toBe(404)
})

test('a transfer that breaks off before anybody reads it ends nothing but itself', async () => {
  const begun = Promise.withResolvers<Readable>()
  const answer = Promise.withResolvers<{ status: 404; said: string }>()
  const app = Fastify()
  const plane: FilePlane = {
    bandwidth: new Bandwidth({ atOnce: 1 }),
    find: async () => 'unknown',
    receive: (_, { body }) => {
      begun.resolve(body)
      return answer.promise
    },
  }
  await serveFilePlane(app, plane, { fetch: '/f/:token', bring: '/f/:token' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const sender = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sender.write('PUT /f/a HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n\r\nbegun')
  const body = await begun.promise
  sender.destroy()
  await vi.waitUntil(() => body.errored !== null)
  answer.resolve({ status: 404, said: 'no such link' })
  expect((await app.inject({ url: '/f/a' })).statusCode).toBe(404)
  await app.close()
})
