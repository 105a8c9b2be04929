import { apiKeys } from '@wattkeeper/contracts/api/api-keys'
import { devices } from '@wattkeeper/contracts/api/devices'
import { operators } from '@wattkeeper/contracts/api/organizations'
import { session } from '@wattkeeper/contracts/api/session'
import { users } from '@wattkeeper/contracts/api/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
let organizationId: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  const made = await server.database.system
    .insertInto('organizations')
    .values({ parentId: 1, name: '厂商', code: 'KEYS' })
    .returning('id')
    .executeTakeFirstOrThrow()
  organizationId = made.id
})
afterAll(() => server.stop())

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(server.clock.now() + days * dayMs).toISOString()
const newKey = (permissions: string[]) => ({ name: '报表', permissions, expiresAt: inDays(30) })

test('a key does what it was granted, as its owner, and nothing else', async () => {
  const { id, key } = await admin.call(apiKeys.create, newKey(['operators.read', 'operators.write']))
  const machine = server.as(key)
  expect(await machine.ask(operators.list)).toMatchObject({ code: 200 })
  expect(await server.as(`Bearer ${key}`).ask(operators.list)).toMatchObject({ code: 200 })
  expect(await machine.ask(devices.list)).toMatchObject({ code: 403 })
  expect(await machine.call(session.profile)).toMatchObject({ id: admin.userId })
  await machine.call(operators.create, { name: '机器建的', code: 'MACH', organizationId })
  const deed = await server.database.system
    .selectFrom('audit')
    .select(['userId', 'userName'])
    .where('action', '=', 'operators.create')
    .executeTakeFirstOrThrow()
  expect(deed.userId).toBe(admin.userId)
  expect(deed.userName).toContain(' · 报表')
  const { rows } = await admin.call(apiKeys.list)
  expect(rows).toMatchObject([{ id, hint: key.slice(0, 9), isExpired: false }])
  expect(rows[0]?.lastUsedAt).not.toBeNull()
  expect(JSON.stringify(rows)).not.toContain(key)
})

test('a key cannot make itself a better way in', async () => {
  const { key } = await admin.call(apiKeys.create, newKey(['apiKeys.write', 'apiKeys.read']))
  const machine = server.as(key)
  const refused = { code: 403, message: '该操作不能使用密钥' }
  expect(await machine.ask(apiKeys.create, newKey(['devices.read']))).toMatchObject(refused)
  expect(await machine.ask(session.sessions)).toMatchObject(refused)
  expect(await machine.ask(session.changePassword)).toMatchObject(refused)
})

test('a key ends when it expires, is deleted, or its owner may not sign in', async () => {
  const owner = await server.person()
  const make = () => owner.call(apiKeys.create, newKey(['devices.read']))
  const [first, second, third] = [await make(), await make(), await make()]
  await owner.call(apiKeys.remove, { id: first.id })
  expect(await server.as(first.key).ask(devices.list)).toMatchObject({ code: 50008 })
  server.clock.advance(31 * dayMs)
  expect(await server.as(second.key).ask(devices.list)).toMatchObject({ code: 50014 })
  server.clock.advance(-31 * dayMs)
  await server.database.system.deleteFrom('userRoles').where('userId', '=', owner.userId).execute()
  expect(await server.as(third.key).ask(devices.list)).toMatchObject({ code: 403 })
  await admin.ask(users.setStatus, { id: owner.userId, status: 0 })
  expect(await server.as(third.key).ask(devices.list)).toMatchObject({ code: 50012 })
})

test('nobody grants a key more than they hold, or for longer than a year', async () => {
  const { system } = server.database
  await system
    .insertInto('roleMenus')
    .values([{ roleId: 4, menuId: 670 }])
    .execute()
  const person = await server.person({ organizationId, roleIds: [4] })
  expect(await person.ask(apiKeys.create, newKey(['users.write']))).toMatchObject({ code: 403 })
  expect(await person.ask(apiKeys.create, newKey(['devices.read']))).toMatchObject({ code: 200 })
  for (const expiresAt of [inDays(-1), inDays(400)])
    expect(await person.ask(apiKeys.create, { ...newKey(['devices.read']), expiresAt })).toMatchObject({
      code: 422,
    })
  expect(await person.ask(apiKeys.create, { name: '' })).toMatchObject({ code: 422 })
  expect((await person.call(apiKeys.list)).rows).toHaveLength(1)
  const [theirs] = (await admin.call(apiKeys.list)).rows.filter(({ userId }) => userId === admin.userId)
  expect(await person.ask(apiKeys.remove, { id: theirs?.id ?? 0 })).toMatchObject({ code: 404 })
})
