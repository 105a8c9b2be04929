import type { Route } from '@wattkeeper/contracts/kit'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matrixOf, seededRoles } from './permission-matrix.ts'
import { type TestServer, startTestServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const forbidden = { code: 403, message: '没有权限执行此操作' }
/** Streams do not end, and what ends the caller's session would answer for every route after it. */
const isAskable = ({ kind, name }: Route) => kind !== 'stream' && name !== 'session.logout'
const rows = matrixOf()

test('docs/permissions.md is what its generator writes today', () => {
  const generator = fileURLToPath(new URL('../generate/permissions.ts', import.meta.url))
  execFileSync(process.execPath, [generator, '--check'])
})

test('every route that needs a permission refuses a stranger, and whoever has no role', async () => {
  const nobody = await server.person({ roleIds: [] })
  for (const { route } of rows.filter(({ route }) => route.access !== 'open')) {
    expect(await server.as(undefined).ask(route), route.name).toMatchObject({ code: 401 })
    if (route.access !== 'signedIn') expect(await nobody.ask(route), route.name).toMatchObject(forbidden)
  }
})

describe.each(seededRoles())('$code', ({ id }) => {
  test('is let in where the matrix says so, and nowhere else', async () => {
    const person = await server.person({ roleIds: [id] })
    for (const { route, allowed } of rows.filter(({ route }) => isAskable(route))) {
      if (route.access === 'open') continue
      // a page of input that fits no route: whoever is let in is told what is wrong with it
      const answer = await ask(person.token, route)
      if (allowed.has(id)) expect(answer, route.name).not.toMatchObject(forbidden)
      else expect(answer, route.name).toMatchObject(forbidden)
    }
  })
})

async function ask(token: string, route: Route): Promise<unknown> {
  const answer = await server.app.inject({
    method: route.method,
    url: route.path.replace(/:\w+/g, 'x'),
    headers: { authorization: token, 'accept-language': 'zh' },
    ...(route.method === 'POST' && { payload: {} }),
  })
  return answer.headers['content-type']?.toString().includes('json') ? answer.json<unknown>() : {}
}
