import { dashboard } from '@wattkeeper/contracts/api/dashboard'
import { roles } from '@wattkeeper/contracts/api/roles'
import { secondFactor } from '@wattkeeper/contracts/api/second-factor'
import { session } from '@wattkeeper/contracts/api/session'
import { users } from '@wattkeeper/contracts/api/users'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestServer, startTestServer, testPassword } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const stepMs = 30_000
/** The authenticator's next code: each serves once. */
async function codeOf(secret: string): Promise<string> {
  server.clock.advance(stepMs)
  return generate({ secret, epoch: Math.floor(server.clock.now() / 1000) })
}

async function setUp(person: Person) {
  const { secret, uri } = await person.call(secondFactor.begin, { password: testPassword })
  const { recoveryCodes } = await person.call(secondFactor.confirm, { otp: await codeOf(secret) })
  return { secret, uri, recoveryCodes }
}

const login = (loginName: string, otp?: string) =>
  server.as(undefined).ask(session.login, { loginName, password: testPassword, ...(otp && { otp }) })

test('a confirmed authenticator is asked for at sign-in, and its code serves once', async () => {
  const person = await server.person()
  const { secret, uri } = await setUp(person)
  expect(uri).toContain(`otpauth://totp/Wattkeeper:${person.loginName}`)
  expect(await login(person.loginName)).toMatchObject({
    code: 422,
    data: { errors: [{ path: 'otp', message: '请输入动态验证码' }] },
  })
  const otp = await codeOf(secret)
  expect(await login(person.loginName, otp)).toMatchObject({ code: 200 })
  expect(await login(person.loginName, otp)).toMatchObject({ code: 422, message: '动态验证码不正确' })
})

test('a secret that no code has confirmed is not asked for', async () => {
  const person = await server.person()
  await person.call(secondFactor.begin, { password: testPassword })
  expect(await person.ask(secondFactor.confirm, { otp: '000000' })).toMatchObject({ code: 422 })
  expect(await login(person.loginName)).toMatchObject({ code: 200 })
  expect(await person.ask(secondFactor.begin, { password: 'not-the-one' })).toMatchObject({ code: 422 })
})

test('a recovery code signs in once, in any spelling, and can be renewed', async () => {
  const person = await server.person()
  const { recoveryCodes } = await setUp(person)
  expect(recoveryCodes).toHaveLength(10)
  const [first = '', second = ''] = recoveryCodes
  expect(await login(person.loginName, first.toUpperCase().replace('-', ' '))).toMatchObject({ code: 200 })
  expect(await login(person.loginName, first)).toMatchObject({ code: 422 })
  expect(await person.call(secondFactor.state)).toEqual({
    isOn: true,
    isRequired: false,
    recoveryCodesLeft: 9,
  })
  const renewed = await person.call(secondFactor.renewRecoveryCodes, { otp: second })
  expect(renewed.recoveryCodes).toHaveLength(10)
  expect(await login(person.loginName, recoveryCodes[2])).toMatchObject({ code: 422 })
})

test('wrong codes count as failures to sign in', async () => {
  const person = await server.person()
  await setUp(person)
  for (let tries = 0; tries < 5; tries += 1) await login(person.loginName, '000000')
  expect(await login(person.loginName, '000000')).toMatchObject({ code: 429 })
  await server.database.system.deleteFrom('loginFailures').execute()
})

test('it is turned off with password and code, and an administrator resets a lost one', async () => {
  const person = await server.person()
  const { secret } = await setUp(person)
  const off = async (password: string) =>
    person.ask(secondFactor.turnOff, { password, otp: await codeOf(secret) })
  expect(await off('not-the-one')).toMatchObject({ code: 422 })
  expect(await off(testPassword)).toMatchObject({ code: 200 })
  expect(await login(person.loginName)).toMatchObject({ code: 200 })
  await setUp(person)
  const admin = await server.person()
  const hasFactor = async () =>
    (await admin.call(users.list, { pageSize: 500 })).rows.find(({ id }) => id === person.userId)
      ?.hasSecondFactor
  expect(await hasFactor()).toBe(true)
  await admin.call(users.resetSecondFactor, { id: person.userId })
  expect(await hasFactor()).toBe(false)
  expect(await login(person.loginName)).toMatchObject({ code: 200 })
})

test('a role that demands it leaves nothing else to do before, and no way to turn it off', async () => {
  const admin = await server.person()
  const { id } = await admin.call(roles.create, { name: '值班', code: 'DUTY', menuIds: [100] })
  const person = await server.person({ roleIds: [id] })
  await admin.call(roles.setSecondFactor, { id, isRequired: true })
  expect(await person.ask(dashboard.duty)).toMatchObject({
    code: 403,
    message: '您的角色要求两步验证，请先启用',
  })
  expect(await person.call(session.profile)).toMatchObject({ mustSetUpSecondFactor: true })
  const { secret } = await setUp(person)
  expect(await person.ask(dashboard.duty)).toMatchObject({ code: 200 })
  expect(await person.call(session.profile)).toMatchObject({ mustSetUpSecondFactor: false })
  const otp = await codeOf(secret)
  expect(await person.ask(secondFactor.turnOff, { password: testPassword, otp })).toMatchObject({ code: 409 })
})

test('codes and secrets never reach the audit', async () => {
  const person = await server.person()
  const { secret, recoveryCodes } = await setUp(person)
  const [typed = ''] = recoveryCodes
  await server
    .as(undefined)
    .ask(session.login, { loginName: person.loginName, password: 'wrong-one', otp: typed })
  const rows = await server.database.system.selectFrom('audit').select('input').execute()
  const changes = await server.database.system.selectFrom('auditChanges').selectAll().execute()
  const text = JSON.stringify([rows, changes])
  expect(text).not.toContain(typed)
  expect(text).not.toContain(secret)
})
