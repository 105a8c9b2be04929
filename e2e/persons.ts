import { roles } from '@wattkeeper/contracts/api/roles'
import { session } from '@wattkeeper/contracts/api/session'
import { users } from '@wattkeeper/contracts/api/users'
import type { Browser, Locator, Page } from '@playwright/test'
import { button, callApi } from './forms.ts'
import { type Credentials, expect, signIn } from './journeys.ts'

/** What users of journeys have changed their first password to. */
export const password = 'Second-pass2'

/** A user of the platform who has changed the first password already. */
export async function addUser(
  page: Page,
  person: { readonly userName: string; readonly loginName: string },
  roleIds: readonly number[] = [2],
): Promise<void> {
  const first = 'First-pass1'
  await callApi(page, users.create, {
    ...person,
    password: first,
    phone: '13800000000',
    roleIds: [...roleIds],
    type: '1',
  })
  await changeFirstPassword(page, { loginName: person.loginName, password: first })
}

async function changeFirstPassword(page: Page, { loginName, password: oldPassword }: Credentials) {
  const asked = await page.request.post(session.login.path, { data: { loginName, password: oldPassword } })
  const token = /"token":"([^"]+)"/.exec(await asked.text())?.[1] ?? ''
  const changed = await page.request.post(session.changePassword.path, {
    headers: { authorization: token },
    data: { oldPassword, newPassword: password },
  })
  expect(await changed.json()).toMatchObject({ code: 200 })
}

/** Of the only role in the list. */
export async function idOfRole(page: Page): Promise<number> {
  const answered = page.waitForResponse((response) => response.url().includes(roles.list.path))
  await page.reload()
  return Number(/"id":(\d+)/.exec(await (await answered).text())?.[1])
}

/** Somebody else at another browser. */
export async function signedIn(browser: Browser, credentials: Credentials): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signIn(page, credentials)
  return page
}

/** Name and password, wherever they are asked for. */
export async function enter(within: Locator, { loginName, password: given }: Credentials) {
  await within.getByLabel('用户名').fill(loginName)
  await within.locator('input[type=password]').fill(given)
  await button(within, '登录').click()
}
