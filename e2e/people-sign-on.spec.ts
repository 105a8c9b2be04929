import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { installation } from './installation.ts'
import { expect, test } from './journeys.ts'
import { addUser } from './persons.ts'

// Sign-in by OpenID Connect, with a real provider of an npm package on loopback.

let stopProvider: () => void
test.beforeAll(async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(installation.signOnPort, '127.0.0.1', resolve))
  const redirectUri = `${installation.url}/login`
  const client = { client_id: 'wattkeeper', client_secret: 'a-secret-of-journeys' }
  const provider = new Provider(`http://127.0.0.1:${installation.signOnPort}`, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: { profile: ['preferred_username'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, preferred_username: sub }) }),
    cookies: { keys: ['journey'] },
  })
  const answer = provider.callback()
  http.on('request', (request, response) => void answer(request, response))
  stopProvider = () => {
    http.close()
    http.closeAllConnections()
  }
})
test.afterAll(() => stopProvider())

test('whoever the provider knows signs in by it and comes to what was asked for', async ({
  admin,
  browser,
}) => {
  await addUser(admin, { userName: '单点者', loginName: 'sso-known' })
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await page.goto('/equipment/list?isOnline=1')
  await signOn(page, 'sso-known')
  await expect(page).toHaveURL(/\/equipment\/list\?isOnline=1$/)
  await expect(page.getByRole('button', { name: /单点者/ })).toBeVisible()
  await page.context().close()
})

test('whoever has no account here is told so, on the login page', async ({ page }) => {
  await page.goto('/login')
  await signOn(page, 'sso-unknown')
  await expect(page.getByRole('alert')).toHaveText('账号 sso-unknown 未在平台开通，请联系管理员')
  await expect(page.getByLabel('用户名')).toBeVisible()
})

/** The button here, and the two forms of the provider. */
async function signOn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '使用 公司账号 登录' }).click()
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
