import { allProblems, api, pages } from '@wattkeeper/contracts'
import { session } from '@wattkeeper/contracts/api/session'
import { type ProblemKind, type Route, type Words, languages } from '@wattkeeper/contracts/kit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from './testing/server.ts'
import { inputOf, oddText, oddValue } from './testing/odd-input.ts'
import { sendRaw } from './testing/raw.ts'

let server: TestServer
let nobody: Person

beforeAll(async () => {
  server = await startTestServer()
  nobody = await server.person({ roleIds: [] })
})
afterAll(() => server.stop())

const routes: readonly Route[] = Object.values(api).flatMap((feature) => Object.values<Route>(feature))
const guarded = routes.filter(({ access }) => access !== 'open')
const permitted = guarded.filter(({ access }) => access !== 'signedIn')
/** Streams do not end by themselves: what they answer to strangers is seen, the rest in their feature's test. */
const answering = routes.filter(({ kind }) => kind !== 'stream')
const patientMs = 120_000

test('names and paths are unique, and every route is served', async () => {
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
  expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length)
  const unserved = routes.filter(({ method, path }) => !server.app.hasRoute({ method, url: path }))
  expect(unserved.map(({ name }) => name)).toEqual([])
})

test.each(guarded)('$name refuses strangers', async (route) => {
  expect(await sendRaw(server.app, route, {})).toMatchObject({ code: 401 })
  expect(await sendRaw(server.app, route, { token: 'nonsense' })).toMatchObject({ code: 50008 })
})

test.each(permitted)('$name refuses whoever lacks the permission', async (route) => {
  expect(await sendRaw(server.app, route, { token: nobody.token })).toMatchObject({ code: 403 })
})

describe('malformed input gets a sentence and a 4xx code, never a 500', () => {
  test.each(answering)(
    '$name',
    async (route) => {
      const { token } = await freshPerson()
      const refuses = async (input: unknown) => {
        const { status, code, isJson, isFile, message } = await sendRaw(server.app, route, { token, input })
        expect({ status, code, isProper: isFile || (isJson && message !== '') }).toEqual({
          status: 200,
          code: expect.not.toBeOneOf([500, 503]) as unknown,
          isProper: true,
        })
      }
      const plan = { numRuns: route.access === 'open' ? 4 : 10, endOnFailure: true }
      await fc.assert(fc.asyncProperty(inputOf(route.input), refuses), plan)
      await fc.assert(fc.asyncProperty(oddValue, refuses), { ...plan, numRuns: 4 })
      for (const text of oddText) await refuses(filled(route, text))
    },
    patientMs,
  )

  test('bodies that are no JSON, nest without end, or are too large', async () => {
    const { token } = await freshPerson()
    const bodies = ['{', 'nonsense', '[1]', '"text"', 'null', '[['.repeat(100_000), '{"a":'.repeat(100_000)]
    const huge = JSON.stringify({ code: 'x'.repeat(2 * 1024 * 1024) })
    const { list } = api.devices
    for (const body of bodies) {
      const { code } = await sendRaw(server.app, list, { token, body })
      expect([200, 400]).toContain(code)
    }
    expect(await sendRaw(server.app, list, { token, body: huge })).toMatchObject({ code: 413 })
    expect(await sendRaw(server.app, list, { token, body: '{"__proto__":{"a":1}}' })).toMatchObject({
      code: 400,
    })
    expect(await sendRaw(server.app, list, { token, body: '{}', type: 'text/xml' })).toMatchObject({
      code: 415,
    })
  })

  test('and the server lives on', async () => {
    const person = await freshPerson()
    expect(await person.call(session.profile)).toMatchObject({ loginName: person.loginName })
  })
})

/** What went before may have ended a session or hardened a role: each route has its own person, who may do everything. */
async function freshPerson(): Promise<Person> {
  await server.database.system.updateTable('roles').set({ needsSecondFactor: false }).execute()
  const person = await server.person()
  await person.call(api.devices.list, { pageNum: 1, pageSize: 1 })
  return person
}

/** The route's input with this text in every field that takes one. */
function filled(route: Route, text: string): Record<string, unknown> {
  const { properties = {} } = route.input as { properties?: Record<string, { type?: unknown }> }
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, type === 'integer' ? 1 : text]),
  )
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
const isComplete = (said: Words) => {
  const texts = languages.map((language) => said[language])
  return (
    texts.every((text) => text.trim() !== '') &&
    new Set(texts.map((text) => placeholders(text).join())).size === 1
  )
}

test('every problem, success and page has words in each language, with the same placeholders', () => {
  const problems = Object.values(allProblems).flatMap((kinds) => Object.values<ProblemKind>(kinds))
  expect(problems.filter(({ words }) => !isComplete(words)).map(({ name }) => name)).toEqual([])
  expect(routes.filter(({ done }) => !isComplete(done)).map(({ name }) => name)).toEqual([])
  expect(Object.entries(pages).filter(([, { title }]) => !isComplete(title))).toEqual([])
})

test('every permission is granted by some page, and every page has a row in the menu', async () => {
  const granted = new Set<string>(Object.values(pages).flatMap(({ grants }) => grants))
  expect(permitted.filter(({ access }) => !granted.has(access)).map(({ name }) => name)).toEqual([])
  const rows = await server.database.system.selectFrom('menus').select('url').execute()
  const urls = new Set(rows.map(({ url }) => url))
  expect(Object.keys(pages).filter((key) => !urls.has(key))).toEqual([])
})
