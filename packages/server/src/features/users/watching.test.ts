import { audit } from '@wattkeeper/contracts/api/audit'
import { live } from '@wattkeeper/contracts/api/dashboard'
import { permissions } from '@wattkeeper/contracts/api/permissions'
import { roles } from '@wattkeeper/contracts/api/roles'
import { users } from '@wattkeeper/contracts/api/users'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
let origin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.stop())

/** A live stream that has begun; `ended` resolves when the server ends it. */
async function watch({ token }: Person) {
  const answer = await fetch(`${origin}${live.events.path}`, { headers: { authorization: token } })
  const reader = answer.body?.getReader()
  await reader?.read()
  const drain = async () => {
    while (!(await reader?.read())?.done);
    return true
  }
  return { ended: drain(), leave: () => reader?.cancel() }
}

test.each<[what: string, change: (person: Person) => Promise<unknown>]>([
  ['is disabled', ({ userId }) => admin.call(users.setStatus, { id: userId, status: 0 })],
  ['is deleted', ({ userId }) => admin.call(users.remove, { id: userId })],
  ['gets a new password', ({ userId }) => admin.call(users.resetPassword, { id: userId })],
  [
    'is narrowed',
    ({ userId }) =>
      admin.call(permissions.update, { userId, authorityEntities: [{ type: 'ET', value: [1] }] }),
  ],
  ['is widened again', ({ userId }) => admin.call(permissions.remove, { userId })],
])('the live stream of a user who %s ends at once', async (_, change) => {
  const person = await server.person({ roleIds: [2] })
  const stream = await watch(person)
  await change(person)
  expect(await stream.ended).toBe(true)
})

test('a changed role ends the streams of whoever holds it, who come again and read anew', async () => {
  const { id } = await admin.call(roles.create, { name: '看板', code: 'BOARD', menuIds: [100, 310] })
  const person = await server.person({ roleIds: [id] })
  const stream = await watch(person)
  await admin.call(roles.update, { id, name: '看板', code: 'BOARD', menuIds: [100] })
  expect(await stream.ended).toBe(true)
  const again = await watch(person)
  await again.leave()
})

/** More than an export writes before anybody can press anything. */
const manyDeeds = 40_000

test.each<[what: string, change: (person: Person) => Promise<unknown>]>([
  ['is disabled', ({ userId }) => admin.call(users.setStatus, { id: userId, status: 0 })],
  [
    'is narrowed',
    ({ userId }) =>
      admin.call(permissions.update, { userId, authorityEntities: [{ type: 'ET', value: [1] }] }),
  ],
])('the running export of a user who %s breaks off', async (_, change) => {
  const person = await server.person()
  await query(
    server.urls.superuser,
    `insert into audit (request_id, user_name, organization_id, address, action, input, code)
     select gen_random_uuid(), 'x', 1, '::1', 'test.deed', to_jsonb(repeat(md5(n::text), 9)), 200
     from generate_series(1, $1::int) n`,
    [manyDeeds],
  )
  const answer = await fetch(`${origin}${audit.exportAll.path}`, {
    method: audit.exportAll.method,
    headers: { authorization: person.token, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'test.deed' }),
  })
  const reader = answer.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await change(person)
  const rest = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(rest()).rejects.toThrow()
})
