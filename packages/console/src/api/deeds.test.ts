import { operators } from '@wattkeeper/contracts/api/organizations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Each deed as it reached the server: its key, and whether the answer got through.
let keys: (string | null)[] = []
let answers: (() => Promise<Response>)[] = []
const done = () => Promise.resolve(Response.json({ code: 200, message: '操作成功', data: {} }))
const lost = () => Promise.reject(new TypeError('connection reset'))
const refused = () => Promise.resolve(Response.json({ code: 409, message: '已存在', data: null }))
const ended = () => Promise.resolve(Response.json({ code: 50014, message: '已过期', data: null }))

beforeEach(() => {
  keys = []
  vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} }, cookie: 'Admin-Token=one' })
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { protocol: 'http:', reload: () => undefined })
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return (answers.shift() ?? done)()
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A button of the console, as `useAction` makes one. */
async function button() {
  const { deedRunner } = await import('./deeds.ts')
  const { send } = await import('./call.ts')
  const once = deedRunner()
  return (id: number) =>
    once({ id }, (deed) => send(operators.remove, { id }, { deed })).catch(() => undefined)
}

test('each deed has a key of its own, what only reads has none', async () => {
  const { call } = await import('./call.ts')
  await call(operators.remove, { id: 1 })
  await call(operators.remove, { id: 1 })
  await call(operators.list, { pageNum: 1, pageSize: 10 })
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).not.toBe(keys[0])
  expect(keys[2]).toBeNull()
})

test('a deed whose answer was lost keeps its key when it is asked for again', async () => {
  const press = await button()
  answers = [lost, lost, done]
  await press(1)
  await press(1)
  await press(1)
  await press(1)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).toBe(keys[0])
  expect(keys[3]).not.toBe(keys[0])
})

test('other input, a refusal and a minute make it another deed', async () => {
  const press = await button()
  answers = [lost, refused, done, lost]
  await press(1)
  await press(2)
  await press(2)
  await press(3)
  vi.setSystemTime(Date.now() + 61_000)
  await press(3)
  expect(new Set(keys).size).toBe(5)
})

test('a deed that waits for a new sign-in goes out again under its key', async () => {
  const { call } = await import('./call.ts')
  const { sessionEnd, signedInHere } = await import('./session-ends.ts')
  answers = [ended, done]
  const acting = call(operators.remove, { id: 1 })
  await vi.waitUntil(() => sessionEnd.get().isAsking)
  signedInHere('two')
  await acting
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})
