import { secondFactor } from '@wattkeeper/contracts/api/second-factor'
import { session } from '@wattkeeper/contracts/api/session'
import { singleSignOn } from '@wattkeeper/contracts/api/single-sign-on'
import { users } from '@wattkeeper/contracts/api/users'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignOn } from '../../platform/access/sign-on.ts'
import { type TestServer, startTestServer, testPassword } from '../../testing/server.ts'

const redirectUri = 'http://127.0.0.1:8080/login'
let server: TestServer
let stopProvider: () => void

beforeAll(async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'wattkeeper', client_secret: 'a-secret-of-tests', redirect_uris: [redirectUri] }],
    claims: { profile: ['preferred_username'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, preferred_username: sub }) }),
    cookies: { keys: ['test'] },
  })
  const answer = provider.callback()
  http.on('request', (request, response) => void answer(request, response))
  stopProvider = () => {
    http.close()
    http.closeAllConnections()
  }
  const settings = { issuer, clientId: 'wattkeeper', clientSecret: 'a-secret-of-tests', name: '公司账号' }
  server = await startTestServer({
    signOn: createSignOn({ ...settings, claim: 'preferred_username', redirectUri }),
  })
})
afterAll(async () => {
  stopProvider()
  await server.stop()
})

/** A browser: follows redirects, keeps cookies, fills the provider's two forms; answers where it is sent in the end. */
async function signInAtProvider(url: string, name: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next: { url: string; form?: Record<string, string> } = { url }
  for (;;) {
    const { form } = next
    const answer = await fetch(next.url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ''] = each.split(';')
      const [key = '', ...value] = pair.split('=')
      cookies.set(key, value.join('='))
    }
    const location = answer.headers.get('location')
    if (location?.startsWith(redirectUri)) return new URL(location).search
    if (location) {
      next = { url: new URL(location, next.url).href }
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    const isLogin = page.includes('name="login"')
    next = {
      url: new URL(action, next.url).href,
      form: isLogin ? { prompt: 'login', login: name, password: 'any' } : { prompt: 'consent' },
    }
  }
}

const stranger = () => server.as(undefined)
async function comeBack(name: string) {
  const { url, proof } = await stranger().call(singleSignOn.begin)
  return { query: await signInAtProvider(url, name), proof }
}

test('whoever the provider knows by a login name signs in, and is known by subject from then on', async () => {
  expect(await stranger().call(singleSignOn.options)).toEqual({ isOffered: true, name: '公司账号' })
  const { loginName } = await server.person()
  const { token } = await stranger().call(singleSignOn.finish, await comeBack(loginName))
  expect(await server.as(token).call(session.profile)).toMatchObject({ loginName })
  await server.database.system
    .updateTable('users')
    .set({ loginName: `${loginName}-renamed` })
    .where('loginName', '=', loginName)
    .execute()
  const again = await stranger().call(singleSignOn.finish, await comeBack(loginName))
  expect(await server.as(again.token).call(session.profile)).toMatchObject({
    loginName: `${loginName}-renamed`,
  })
})

test('who has no account here, or a disabled one, is told so', async () => {
  expect(await stranger().ask(singleSignOn.finish, await comeBack('nobody'))).toMatchObject({
    code: 422,
    message: '账号 nobody 未在平台开通，请联系管理员',
  })
  const { userId, loginName } = await server.person()
  const admin = await server.person()
  await admin.call(users.setStatus, { id: userId, status: 0 })
  expect(await stranger().ask(singleSignOn.finish, await comeBack(loginName))).toMatchObject({ code: 422 })
})

test('the built-in administrator is never bound to a name at the provider', async () => {
  await server.database.system
    .insertInto('users')
    .values({ id: 1, organizationId: 1, userName: '系统管理员', loginName: 'admin', passwordHash: '' })
    .execute()
  expect(await stranger().ask(singleSignOn.finish, await comeBack('admin'))).toMatchObject({ code: 422 })
})

test('only the browser that began may finish, once, with the provider’s own answer', async () => {
  const { loginName } = await server.person()
  const refused = { code: 422, message: '单点登录失败，请重试' }
  const mine = await comeBack(loginName)
  const { proof } = await stranger().call(singleSignOn.begin)
  expect(await stranger().ask(singleSignOn.finish, { ...mine, proof })).toMatchObject(refused)
  const forged = mine.query.replace(/code=[^&]+/, 'code=forged')
  expect(await stranger().ask(singleSignOn.finish, { ...mine, query: forged })).toMatchObject(refused)
  expect(await stranger().ask(singleSignOn.finish, mine)).toMatchObject({ code: 200 })
  expect(await stranger().ask(singleSignOn.finish, mine)).toMatchObject(refused)
  const late = await comeBack(loginName)
  server.clock.advance(11 * 60_000)
  expect(await stranger().ask(singleSignOn.finish, late)).toMatchObject(refused)
  server.clock.advance(-11 * 60_000)
})

test('a second factor is asked for here, too, without going to the provider again', async () => {
  const person = await server.person()
  const { secret } = await person.call(secondFactor.begin, { password: testPassword })
  const code = () => generate({ secret, epoch: Math.floor(server.clock.now() / 1000) })
  await person.call(secondFactor.confirm, { otp: await code() })
  const back = await comeBack(person.loginName)
  expect(await stranger().ask(singleSignOn.finish, back)).toMatchObject({
    code: 422,
    data: { errors: [{ path: 'otp' }] },
  })
  server.clock.advance(30_000)
  expect(await stranger().ask(singleSignOn.finish, { ...back, otp: await code() })).toMatchObject({
    code: 200,
  })
})

test('without a provider nothing is offered', async () => {
  const plain = await startTestServer()
  expect(await plain.as(undefined).call(singleSignOn.options)).toEqual({ isOffered: false, name: '' })
  expect(await plain.as(undefined).ask(singleSignOn.begin)).toMatchObject({ code: 404 })
  await plain.stop()
})
