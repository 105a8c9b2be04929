import { devices } from '@wattkeeper/contracts/api/devices'
import { permissions } from '@wattkeeper/contracts/api/permissions'
import { session } from '@wattkeeper/contracts/api/session'
import { type NewUser, users } from '@wattkeeper/contracts/api/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer, testPassword } from '../../testing/server.ts'

let server: TestServer
let admin: Person
/** Manufacturers with an operator each. */
let ours: number
let theirs: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person()
  ours = await manufacturer('OURS')
  theirs = await manufacturer('THEM')
})
afterAll(() => server.stop())

const manufacturerAdmin = 3
const viewer = 4
let made = 0

async function manufacturer(code: string): Promise<number> {
  const { system } = server.database
  const { id } = await system
    .insertInto('organizations')
    .values({ parentId: 1, name: `厂商${code}`, code })
    .returning('id')
    .executeTakeFirstOrThrow()
  await system.insertInto('operators').values({ organizationId: id, name: code, code }).execute()
  return id
}

const newUser = (traits: Partial<NewUser> = {}): NewUser => {
  made += 1
  return {
    userName: `新人${made}`,
    loginName: `newcomer${made}`,
    password: 'First-pass1',
    phone: '13800000000',
    roleIds: [viewer],
    type: '2',
    ...traits,
  }
}
const ofOurs = () => server.person({ organizationId: ours, roleIds: [manufacturerAdmin] })
const errorsOf = (data: unknown) => (data as { errors: { path: string; message: string }[] }).errors

test('a user form names what is missing in the specified words', async () => {
  const { code, data } = await admin.ask(users.create, {
    ...newUser(),
    userName: ' ',
    loginName: '',
    password: '',
    phone: '1380000000',
    roleIds: [],
    type: '',
  })
  expect(code).toBe(422)
  expect(errorsOf(data)).toEqual(
    expect.arrayContaining([
      { path: 'userName', message: '请输入姓名' },
      { path: 'loginName', message: '请输入登录名' },
      { path: 'password', message: '请输入登录密码' },
      { path: 'phone', message: '请输入正确的手机号' },
      { path: 'roleIds', message: '请选择角色' },
      { path: 'type', message: '请选择人员类型' },
    ]),
  )
  const { data: missing } = await admin.ask(users.create, { loginName: 'x1' })
  expect(errorsOf(missing).map(({ message }) => message)).toEqual(
    expect.arrayContaining(['请输入姓名', '请输入登录密码', '请输入手机号', '请选择角色', '请选择人员类型']),
  )
})

test('a new user signs in with the proposed password and must change it', async () => {
  const { password } = await admin.call(users.proposePassword)
  const user = newUser({ password })
  await admin.call(users.create, user)
  const { token } = await server.as(undefined).call(session.login, { loginName: user.loginName, password })
  expect(await server.as(token).call(session.profile)).toMatchObject({
    userName: user.userName,
    mustChangePassword: true,
    organizationId: 1,
  })
  expect(await server.as(token).ask(devices.list)).toMatchObject({ code: 403, message: '请先修改密码' })
})

test('the list finds by name, phone, roles and organization, newest first', async () => {
  const mine = newUser({ userName: '张三丰', phone: '13912345678', organizationId: ours })
  const { id } = await admin.call(users.create, mine)
  const found = (filter: object) => admin.call(users.list, filter)
  expect((await found({ name: '三丰' })).rows).toMatchObject([
    { id, phone: '13912345678', roleNames: '厂商查看员', organizationName: '厂商OURS', isProtected: false },
  ])
  expect((await found({ phone: '9123' })).rows).toMatchObject([{ id }])
  expect((await found({ organizationId: ours })).rows).toMatchObject([{ id }])
  expect((await found({ organizationId: theirs })).total).toBe(0)
  expect((await found({ roleIds: [viewer, 2], name: '三' })).total).toBe(1)
  expect((await found({ roleIds: [2] })).total).toBe(0)
  expect((await found({ name: '%' })).total).toBe(0)
  const all = await found({ organizationId: 1, pageSize: 2 })
  expect(all.rows).toHaveLength(2)
  expect(all.total).toBeGreaterThan(2)
})

test('user 1 is nobody’s to change', async () => {
  await server.database.system
    .insertInto('users')
    .values({ id: 1, organizationId: 1, userName: '系统管理员', loginName: 'admin', passwordHash: '' })
    .execute()
  const refused = { code: 403, message: '系统内置管理员不可修改' }
  expect(await admin.ask(users.update, { id: 1, ...newUser() })).toMatchObject(refused)
  expect(await admin.ask(users.remove, { id: 1 })).toMatchObject(refused)
  expect(await admin.ask(users.setStatus, { id: 1, status: 0 })).toMatchObject(refused)
  expect(await admin.ask(users.resetPassword, { id: 1 })).toMatchObject(refused)
  expect(await admin.ask(users.resetSecondFactor, { id: 1 })).toMatchObject(refused)
  const authorityEntities = [{ type: 'ET' as const, value: [1] }]
  expect(await admin.ask(permissions.update, { userId: 1, authorityEntities })).toMatchObject(refused)
  expect(await admin.ask(permissions.remove, { userId: 1 })).toMatchObject(refused)
})

test('role 1 is assigned to nobody, at creation or later', async () => {
  const refused = { code: 422, message: '不能分配系统管理员角色' }
  expect(await admin.ask(users.create, newUser({ roleIds: [1] }))).toMatchObject(refused)
  const user = newUser()
  const { id } = await admin.call(users.create, user)
  expect(await admin.ask(users.update, { ...user, id, roleIds: [viewer, 1] })).toMatchObject(refused)
})

test('the login name is unique and locked, the person type and the organization exist', async () => {
  const user = newUser()
  const { id } = await admin.call(users.create, user)
  expect(await admin.ask(users.create, { ...newUser(), loginName: user.loginName })).toMatchObject({
    code: 409,
    message: `登录名 ${user.loginName} 已被使用`,
  })
  expect(await admin.ask(users.update, { ...user, id, loginName: 'another' })).toMatchObject({
    code: 422,
    message: '登录名不可修改',
  })
  expect(await admin.ask(users.create, newUser({ type: 'no such' }))).toMatchObject({ code: 422 })
  expect(await admin.ask(users.create, newUser({ organizationId: 999_999 }))).toMatchObject({ code: 422 })
  expect(await admin.ask(users.create, newUser({ roleIds: [999_999] }))).toMatchObject({ code: 422 })
})

test('both ways of addressing an update work, and a stale version is a conflict', async () => {
  const user = newUser()
  const { id } = await admin.call(users.create, user)
  await admin.call(users.update, { ...user, id, userName: '改名', roleIds: [viewer, manufacturerAdmin] })
  await admin.call(users.updateByBody, { ...user, id, phone: '13700000000', userName: '改名' })
  const [row] = (await admin.call(users.list, { name: '改名' })).rows
  expect(row).toMatchObject({ phone: '13700000000', roleIds: [viewer] })
  const stale = await admin.ask(users.update, { ...user, id, version: (row?.version ?? 0) - 1 })
  expect(stale).toMatchObject({ code: 409, message: '数据已被他人修改，请刷新后重试' })
})

test('disabling and deleting end a user’s sessions at once, and enabling revives none', async () => {
  const one = await server.person({ roleIds: [viewer] })
  await admin.call(users.setStatus, { id: one.userId, status: 0 })
  expect(await one.ask(session.profile)).toMatchObject({ code: 50012 })
  await admin.call(users.setStatus, { id: one.userId, status: 1 })
  expect(await one.ask(session.profile)).toMatchObject({ code: 50012 })
  const other = await server.person({ roleIds: [viewer] })
  await admin.call(users.remove, { id: other.userId })
  expect(await other.ask(session.profile)).toMatchObject({ code: 50008 })
  expect(await admin.ask(users.remove, { id: other.userId })).toMatchObject({ code: 404 })
  expect(await admin.ask(users.remove, { id: admin.userId })).toMatchObject({ code: 409 })
})

test('a reset password is shown once, ends the sessions and must be changed', async () => {
  const one = await server.person({ roleIds: [viewer] })
  const { password } = await admin.call(users.resetPassword, { id: one.userId })
  expect(await one.ask(session.profile)).toMatchObject({ code: 50012 })
  const old = await server
    .as(undefined)
    .ask(session.login, { loginName: one.loginName, password: testPassword })
  expect(old).toMatchObject({ code: 422 })
  const { token } = await server.as(undefined).call(session.login, { loginName: one.loginName, password })
  expect(await server.as(token).call(session.profile)).toMatchObject({ mustChangePassword: true })
})

test('nobody grants a role that holds more than their own pages, or changes who holds more', async () => {
  const boss = await ofOurs()
  expect(await boss.ask(users.create, newUser({ roleIds: [2] }))).toMatchObject({ code: 403 })
  const user = newUser()
  const { id } = await boss.call(users.create, user)
  expect(await boss.ask(users.update, { ...user, id, roleIds: [2] })).toMatchObject({ code: 403 })
  await boss.call(users.update, { ...user, id, roleIds: [viewer, manufacturerAdmin] })
  const stronger = await server.person({ organizationId: ours, roleIds: [2] })
  for (const route of [users.remove, users.resetPassword, users.resetSecondFactor])
    expect(await boss.ask(route, { id: stronger.userId })).toMatchObject({ code: 403 })
})

test('nobody reaches users outside their organization', async () => {
  const boss = await ofOurs()
  const stranger = await server.person({ organizationId: theirs, roleIds: [viewer] })
  const { userId: id } = stranger
  expect((await boss.call(users.list, { pageSize: 500 })).rows.map((row) => row.id)).not.toContain(id)
  for (const route of [users.remove, users.resetPassword, users.resetSecondFactor])
    expect(await boss.ask(route, { id })).toMatchObject({ code: 404 })
  expect(await boss.ask(users.update, { ...newUser(), id })).toMatchObject({ code: 404 })
  expect(await boss.ask(permissions.find, { userId: id })).toMatchObject({ code: 404 })
  expect(await boss.ask(users.create, newUser({ organizationId: theirs }))).toMatchObject({ code: 403 })
  const mine = newUser()
  const { id: own } = await boss.call(users.create, mine)
  expect(await boss.ask(users.update, { ...mine, id: own, organizationId: theirs })).toMatchObject({
    code: 403,
  })
  expect(await stranger.ask(session.profile)).toMatchObject({ code: 200 })
})

test('a narrowed administrator makes users who see no more, and does not touch those who do', async () => {
  const narrow = await server.person({
    organizationId: ours,
    roleIds: [manufacturerAdmin],
    narrowing: { ET: ['1', '2'], R: ['440000'] },
  })
  const { id } = await narrow.call(users.create, newUser())
  const { authorityEntities } = await narrow.call(permissions.find, { userId: id })
  expect(authorityEntities.map(({ type, value }) => [type, value])).toEqual([
    ['ET', [1, 2]],
    ['R', ['440000']],
  ])
  const wide = await server.person({ organizationId: ours, roleIds: [viewer] })
  expect(await narrow.ask(users.resetPassword, { id: wide.userId })).toMatchObject({ code: 403 })
})
