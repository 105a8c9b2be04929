import { api } from '@wattkeeper/contracts'
import { audit } from '@wattkeeper/contracts/api/audit'
import { auditWords } from '@wattkeeper/contracts/api/audit-words'
import { operators, organizations } from '@wattkeeper/contracts/api/organizations'
import { session } from '@wattkeeper/contracts/api/session'
import { users } from '@wattkeeper/contracts/api/users'
import type { Route } from '@wattkeeper/contracts/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../platform/excel/index.ts'
import { fetchFile } from '../../testing/files.ts'
import { type Person, type TestServer, query, startTestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
})
afterAll(() => server.stop())

const manufacturerAdmin = 3
const pageOfAudit = (filter: object) => admin.call(audit.list, filter)

test('a write shows who, what, and what it changed from and to', async () => {
  const { id } = await admin.call(organizations.create, { name: '旧名', code: 'AUD' })
  await admin.call(organizations.rename, { id, name: '新名' })
  const { rows } = await pageOfAudit({ object: 'organizations', objectId: String(id) })
  expect(rows).toMatchObject([
    {
      action: 'organizations.rename',
      userId: admin.userId,
      code: 200,
      input: { id, name: '新名' },
      changes: [{ object: 'organizations', before: { name: '旧名' }, after: { name: '新名' } }],
    },
    { action: 'organizations.create', changes: [{ before: null }] },
  ])
  expect(rows[0]?.changes[0]?.changed).toContain('name')
  expect(rows[0]?.changes[0]?.changed).not.toContain('version')
})

test('the list is filtered by user, action, failure and time', async () => {
  const person = await server.person()
  await person.ask(operators.create, { name: '', code: '' })
  await person.call(session.logout)
  const of = (filter: object) => pageOfAudit({ userId: person.userId, ...filter })
  expect((await of({})).rows.map(({ action, code }) => [action, code])).toEqual([
    ['session.logout', 200],
    ['operators.create', 422],
  ])
  expect((await of({ isFailed: true })).total).toBe(1)
  expect((await of({ action: 'operators' })).total).toBe(1)
  expect((await of({ action: 'operators.create' })).total).toBe(1)
  expect((await of({ action: 'operator' })).total).toBe(0)
  expect((await of({ endTime: '2020-01-01 00:00:00' })).total).toBe(0)
  expect((await of({ startTime: '2020-01-01 00:00:00' })).total).toBe(2)
})

test('secrets are masked in what was asked and in what changed', async () => {
  const user = {
    userName: '密',
    loginName: 'masked',
    password: 'Secret-pass1',
    phone: '13800000000',
    roleIds: [4],
    type: '2',
  }
  const { id } = await admin.call(users.create, user)
  const text = JSON.stringify((await pageOfAudit({ object: 'users', objectId: String(id) })).rows)
  expect(text).toContain('"password":"***"')
  expect(text).toContain('"password_hash":"***"')
  expect(text).not.toContain('Secret-pass1')
  expect(text).not.toContain('argon2')
})

test('a cursor leads through every row once', async () => {
  for (let count = 0; count < 7; count += 1) await admin.ask(operators.create, { name: '', code: '' })
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await pageOfAudit({ action: 'operators', pageSize: 3, ...(cursor && { cursor }) })
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  const { total } = await pageOfAudit({ action: 'operators' })
  expect(seen).toHaveLength(total)
  expect(new Set(seen).size).toBe(total)
})

test('a manufacturer sees its own people’s deeds only, with the changes of their users', async () => {
  const { id: organizationId } = await admin.call(organizations.create, { name: '厂商', code: 'OWN' })
  const boss = await server.person({ organizationId, roleIds: [manufacturerAdmin] })
  const user = {
    userName: '新',
    loginName: 'audited',
    password: 'First-pass1',
    phone: '13800000000',
    roleIds: [4],
    type: '2',
  }
  await boss.call(users.create, user)
  const { rows } = await boss.call(audit.list)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ action: 'users.create', userId: boss.userId })
  expect(rows[0]?.changes.map(({ object }) => object).sort()).toEqual(['user_roles', 'users'])
})

test('the export holds the same rows, in the platform’s time', async () => {
  const { token } = admin
  const { bytes, name } = await fetchFile(server.app, audit.exportAll, {
    token,
    input: { action: 'organizations' },
  })
  const rows: string[][] = []
  for await (const { cells } of readSheet(bytes)) rows.push([...cells])
  expect(name).toMatch(/^audit-.*\.xlsx$/)
  expect(rows[0]?.slice(0, 5)).toEqual(['时间', '用户', '来源地址', '操作', '结果'])
  expect(rows).toHaveLength((await pageOfAudit({ action: 'organizations' })).total + 1)
  expect(rows.flat().some((cell) => cell.includes('旧名'))).toBe(true)
  expect(rows[1]?.[3]).toMatch(/^厂商 · /)
  expect(rows[1]?.[6]).toMatch(/^厂商 \d+$/)
  expect(rows.slice(1).some((row) => row[7]?.includes('名称: 旧名'))).toBe(true)
})

test('every audited deed and every audited table has words', async () => {
  const tables = await query<{ name: string }>(
    server.urls.owner,
    `select distinct event_object_table as name from information_schema.triggers where trigger_name = 'audited'`,
  )
  const deeds = Object.values(api)
    .flatMap((routes) => Object.values<Route>(routes))
    .filter(({ audited }) => audited)
    .flatMap(({ name }) => {
      const [feature = '', verb = ''] = name.split('.')
      return [`feature.${feature}`, `verb.${verb}`]
    })
  const named: readonly string[] = Object.entries(auditWords).flatMap(([kind, known]) =>
    Object.keys(known).map((name) => `${kind}.${name}`),
  )
  const wanted = [...deeds, ...tables.map(({ name }) => `table.${name}`)]
  expect([...new Set(wanted)].filter((name) => !named.includes(name))).toEqual([])
})
