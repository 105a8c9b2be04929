import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseLanguage } from './languages.ts'
import { serveSheets } from './sheets.ts'

const offered = ['zh', 'en', 'de']

test.each([
  ['what the address asks for goes before what the browser prefers', 'de', 'en', 'de'],
  ['a region is no language', 'zh_TW', 'en', 'zh'],
  ['letters may be large', 'EN', undefined, 'en'],
  ['the browser’s best that there is', undefined, 'fr-CH, fr;q=0.9, de;q=0.5, en;q=0.8', 'en'],
  ['a language that is refused is not chosen', undefined, 'de;q=0, en;q=0.1', 'en'],
  ['English for whoever reads none of them', undefined, 'pt-BR', 'en'],
  ['English for a language that nobody offers', 'tlh', undefined, 'en'],
  ['the first for whoever says nothing', undefined, undefined, 'zh'],
  ['nonsense is nothing', '../../etc', '*;;;=', 'zh'],
])('%s', (_what, asked, accepted, expected) => {
  expect(chooseLanguage(offered, { asked, accepted })).toBe(expected)
})

let folder: string
let app: FastifyInstance

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wk-sheets-'))
  await mkdir(join(folder, 'pages'))
  for (const language of ['zh', 'en'])
    await writeFile(join(folder, 'pages', `hello.${language}.html`), `<p>${language} %ORIGIN% %HOST%</p>`)
  app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  serveSheets(app, {
    folder,
    pages: [{ path: '/hello', languages: ['zh', 'en'] }],
    fileOf: (path, language) => `pages${path}.${language}.html`,
    factsOf: (origin) => ({ '%ORIGIN%': origin, '%HOST%': `<${origin}>` }),
    publicUrl: undefined,
  })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'fleet.test', ...headers } })

test('a page comes in the language asked for, with what the build could not know filled in', async () => {
  const answer = await ask('/hello?lang=en')
  expect(answer.body).toBe('<p>en http://fleet.test &lt;http://fleet.test&gt;</p>')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-language': 'en',
    vary: 'Accept-Encoding, Accept-Language',
  })
  expect((await ask('/hello/', { 'accept-language': 'zh-CN,en;q=0.5' })).body).toContain('zh')
})

test('a host name that is none does not get into a page', async () => {
  const answer = await ask('/hello', { host: 'x"><script>alert(1)</script>' })
  expect(answer.body).not.toContain('script')
})

test('compressed for whoever takes it, and not sent again to whoever has it', async () => {
  const first = await ask('/hello', { 'accept-encoding': 'gzip' })
  expect(first.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(first.rawPayload).toString()).toContain('<p>zh http://fleet.test')
  const etag = String(first.headers['etag'])
  const again = await ask('/hello', { 'accept-encoding': 'gzip', 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await ask('/hello', { 'if-none-match': etag })).statusCode).toBe(200)
})

test('a page that was built anew shows at once', async () => {
  expect((await ask('/hello')).body).toContain('zh')
  const file = join(folder, 'pages', 'hello.zh.html')
  await writeFile(file, '<p>new</p>')
  await utimes(file, new Date(), new Date(Date.now() + 5000))
  expect((await ask('/hello')).body).toBe('<p>new</p>')
})

test('asking for the head only works too', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/hello' })).statusCode).toBe(200)
})
