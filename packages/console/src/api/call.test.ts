import { operatorProblems, operators } from '@wattkeeper/contracts/api/organizations'
import { session } from '@wattkeeper/contracts/api/session'
import { Problem } from '@wattkeeper/contracts/kit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, fakeServer } from './testing.ts'

// What a browser has and Node has not; the console asks for no more before a screen is shown.
let cookie = ''
let reloads = 0
let stop: () => void = () => undefined

beforeEach(() => {
  cookie = 'Admin-Token=old'
  reloads = 0
  const page = { lang: '', dataset: {} }
  vi.stubGlobal('document', {
    documentElement: page,
    get cookie() {
      return cookie
    },
    set cookie(written: string) {
      cookie = written.split(';')[0] ?? ''
    },
  })
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { protocol: 'http:', reload: () => (reloads += 1) })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.resetModules()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const load = async () => ({ ...(await import('./call.ts')), ...(await import('./session-ends.ts')) })
const ended = (code: 50008 | 50012 | 50014) => ({ name: 'x', code, words: { zh: '登出', en: 'out' } })
const input = { pageNum: 1, pageSize: 10 }
const empty = { rows: [], total: 0 }

describe('a call', () => {
  test('gives the page of a list', async () => {
    stop = fakeServer(fake(operators.list, () => empty))
    const { call } = await load()
    expect(await call(operators.list, input)).toEqual(empty)
  })

  test('fails with the server’s sentence', async () => {
    stop = fakeServer(
      fake(operators.remove, () => {
        throw new Problem(operatorProblems.notFound)
      }),
    )
    const { call } = await load()
    await expect(call(operators.remove, { id: 1 })).rejects.toMatchObject({
      code: 404,
      message: '运营商不存在',
    })
  })

  test('that nobody answers is a failure of the network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')))
    const { call } = await load()
    await expect(call(operators.list, input)).rejects.toMatchObject({ kind: 'network' })
  })
})

describe('when the session has ended', () => {
  test('401 clears the token and reloads after 1.5 s', async () => {
    stop = fakeServer(
      fake(operators.list, () => {
        throw new Problem({ name: 'x', code: 401, words: { zh: '请先登录', en: '' } })
      }),
    )
    const { call } = await load()
    await expect(call(operators.list, input)).rejects.toMatchObject({ code: 401 })
    expect(cookie).toBe('Admin-Token=')
    vi.advanceTimersByTime(1499)
    expect(reloads).toBe(0)
    vi.advanceTimersByTime(1)
    expect(reloads).toBe(1)
  })

  test.each([50008, 50012, 50014] as const)(
    '%i asks, and signing in here sends the requests again',
    async (code) => {
      const asked: string[] = []
      stop = fakeServer(
        fake(operators.list, () => {
          asked.push(cookie)
          if (cookie === 'Admin-Token=new') return empty
          throw new Problem(ended(code))
        }),
      )
      const { call, sessionEnd, signedInHere } = await load()
      const both = Promise.all([call(operators.list, input), call(operators.list, { ...input, pageNum: 2 })])
      await vi.waitUntil(() => asked.length === 2 && sessionEnd.get().isAsking)
      signedInHere('new')
      expect(await both).toEqual([empty, empty])
      expect(sessionEnd.get().isAsking).toBe(false)
    },
  )

  test('what was asked early under an ended session is asked anew by whoever signed in since', async () => {
    const answer = Response.json({ code: 50012, message: '登出', data: null })
    const { earlyKey } = await import('../browser/early.ts')
    const { requestOf } = await import('./wire.ts')
    const { method, path, body } = requestOf(operators.list, input)
    window.wkEarly = new Map([[earlyKey(method, path, body), Promise.resolve(answer)]])
    stop = fakeServer(fake(operators.list, () => empty))
    const { call, sessionEnd, signedInHere } = await load()
    signedInHere('new')
    expect(await call(operators.list, input)).toEqual(empty)
    expect(sessionEnd.get().isAsking).toBe(false)
  })

  test('whoever stays is not asked again by reading, only by acting', async () => {
    stop = fakeServer(
      fake(operators.list, () => {
        throw new Problem(ended(50014))
      }),
      fake(operators.remove, () => {
        throw new Problem(ended(50014))
      }),
    )
    const { call, sessionEnd, stayHere } = await load()
    const first = call(operators.list, input)
    await vi.waitUntil(() => sessionEnd.get().isAsking)
    stayHere()
    await expect(first).rejects.toMatchObject({ code: 50014 })
    await expect(call(operators.list, input)).rejects.toMatchObject({ code: 50014 })
    const acting = call(operators.remove, { id: 1 })
    await vi.waitUntil(() => sessionEnd.get().isAsking)
    stayHere()
    await expect(acting).rejects.toMatchObject({ code: 50014 })
  })

  test('a login that fails asks for nothing', async () => {
    stop = fakeServer(
      fake(session.login, () => {
        throw new Problem(ended(50008))
      }),
    )
    const { call, sessionEnd } = await load()
    await expect(call(session.login, { loginName: 'ab', password: '123456' })).rejects.toMatchObject({
      code: 50008,
    })
    expect(sessionEnd.get().isAsking).toBe(false)
  })
})
