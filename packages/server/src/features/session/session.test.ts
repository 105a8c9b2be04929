import { session } from '@wattkeeper/contracts/api/session'
import { system } from '@wattkeeper/contracts/api/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, startTestServer, testPassword } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const minuteMs = 60_000
const login = (loginName: string, password: string, language?: 'en') =>
  server.as(undefined, language).ask(session.login, { loginName, password })
const tokenOf = (data: unknown) => (data as { token: string }).token

test('a name with spaces around it and the right password give a token that serves', async () => {
  const { loginName } = await server.person()
  const { code, data } = await login(`  ${loginName} `, testPassword)
  expect(code).toBe(200)
  expect(await server.as(tokenOf(data)).call(session.profile)).toMatchObject({ loginName, isSystem: true })
})

test('a wrong password is 422 in the reader’s language, never 401', async () => {
  const { loginName } = await server.person()
  expect(await login(loginName, 'wrong-one')).toMatchObject({ code: 422, message: '用户名或密码错误' })
  expect(await login(loginName, 'wrong-one', 'en')).toMatchObject({
    code: 422,
    message: 'Wrong user name or password',
  })
  await server.database.system.deleteFrom('loginFailures').execute()
})

test('the fifth failure makes a name wait, and the wait ends', async () => {
  const { loginName } = await server.person()
  for (let tries = 0; tries < 5; tries += 1) await login(loginName, 'wrong-one')
  expect(await login(loginName, testPassword)).toMatchObject({ code: 429 })
  server.clock.advance(16 * minuteMs)
  expect(await login(loginName, testPassword)).toMatchObject({ code: 200 })
})

test('short names and passwords are refused with the specified words, beside their fields', async () => {
  const { code, data } = await login('a', '12345')
  expect(code).toBe(422)
  expect(data).toEqual({
    errors: [
      { path: 'loginName', message: '长度至少2个字符个字符' },
      { path: 'password', message: '登录密码不能少于6位' },
    ],
  })
})

test('no token is 401, an unknown one 50008, an ended one 50012, an old one 50014', async () => {
  const person = await server.person()
  expect(await server.as(undefined).ask(session.profile)).toMatchObject({ code: 401 })
  expect(await server.as('nonsense').ask(session.profile)).toMatchObject({ code: 50008 })
  const [mine] = await person.call(session.sessions)
  await person.call(session.endSession, { id: mine?.id ?? 0 })
  expect(await person.ask(session.profile)).toMatchObject({ code: 50012 })
  const other = await server.person()
  server.clock.advance(13 * 60 * minuteMs)
  expect(await other.ask(session.profile)).toMatchObject({ code: 50014 })
  server.clock.advance(-13 * 60 * minuteMs)
})

test('a session slides: use keeps it alive beyond twelve hours', async () => {
  const { loginName } = await server.person()
  const client = server.as(tokenOf((await login(loginName, testPassword)).data))
  for (const hours of [8, 8]) {
    server.clock.advance(hours * 60 * minuteMs)
    await client.call(session.profile)
  }
  server.clock.advance(-16 * 60 * minuteMs)
})

test('a disabled user is out at once', async () => {
  const person = await server.person()
  await server.database.system
    .updateTable('users')
    .set({ status: 0 })
    .where('id', '=', person.userId)
    .execute()
  expect(await person.ask(session.profile)).toMatchObject({ code: 50012 })
  expect(await login(person.loginName, testPassword)).toMatchObject({ code: 422 })
})

test('a changed password ends every session and must follow the rules', async () => {
  const person = await server.person()
  const change = (newPassword: string, oldPassword = testPassword) =>
    person.ask(session.changePassword, { oldPassword, newPassword })
  expect(await change('abcdefgh')).toMatchObject({ code: 422 })
  expect(await change('New-pass1', 'not-the-old-1')).toMatchObject({ code: 422, message: '旧密码不正确' })
  expect(await change('New-pass1')).toMatchObject({ code: 200 })
  expect(await person.ask(session.profile)).toMatchObject({ code: 50012 })
  expect(await login(person.loginName, 'New-pass1')).toMatchObject({ code: 200 })
})

test('who must change the password can do nothing else', async () => {
  const person = await server.person({ mustChangePassword: true })
  expect(await person.ask(system.info)).toMatchObject({ code: 403, message: '请先修改密码' })
  await person.call(session.changePassword, { oldPassword: testPassword, newPassword: 'Fresh-pass2' })
  const { data } = await login(person.loginName, 'Fresh-pass2')
  expect(await server.as(tokenOf(data)).ask(system.info)).toMatchObject({ code: 200 })
})

test('sign-ins and failures are audited, passwords masked, changes with before and after', async () => {
  const person = await server.person()
  await login(person.loginName, 'wrong-one')
  await person.call(session.changePassword, { oldPassword: testPassword, newPassword: 'Other-pass3' })
  const deeds = await server.database.system
    .selectFrom('audit')
    .select(['action', 'code', 'input', 'requestId'])
    .where('userName', 'in', [person.loginName, `人员${person.loginName.slice(6)}`])
    .orderBy('id')
    .execute()
  expect(deeds).toMatchObject([
    { action: 'session.login', code: 422, input: { password: '***' } },
    { action: 'session.changePassword', code: 200, input: { newPassword: '***', oldPassword: '***' } },
  ])
  const changes = await server.database.system
    .selectFrom('auditChanges')
    .select(['object', 'after'])
    .where('requestId', '=', deeds[1]?.requestId ?? '')
    .execute()
  expect(changes).toMatchObject([{ object: 'users', after: { password_hash: '***' } }])
})
