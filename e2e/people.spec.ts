import type { Page } from '@playwright/test'
import { type Credentials, expect, signIn, test, watchErrors } from './journeys.ts'
import { users } from '@wattkeeper/contracts/api/users'
import { installation } from './installation.ts'

test('a stranger is sent to the login page and, once signed in, to what was asked for', async ({ page }) => {
  const errors = watchErrors(page)
  await page.goto('/equipment/list?isOnline=1')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('用户名').fill('admin')
  await page.locator('#password').fill('not-the-password')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
  await page.locator('#password').fill(installation.admin.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/equipment\/list\?isOnline=1$/)
  await expect(page).toHaveTitle('设备列表 - 运维平台')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(errors).toEqual([])
})

test('short names and passwords are refused before anything is sent', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请输入用户名')).toBeVisible()
  await expect(page.getByText('请输入登录密码')).toBeVisible()
  await page.getByLabel('用户名').fill('a')
  await page.locator('#password').fill('12345')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('长度至少2个字符个字符')).toBeVisible()
  await expect(page.getByText('登录密码不能少于6位')).toBeVisible()
})

test('an unknown address shows the 404 page, and its link leads home', async ({ admin }) => {
  await admin.goto('/no/such/page')
  await expect(admin).toHaveURL(/\/404$/)
  await admin.getByRole('link', { name: /首页/ }).last().click()
  await expect(admin).toHaveURL(/\/dashboard$/)
})

test('language and theme change without a reload, and stay', async ({ admin }) => {
  await admin.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await admin
    .getByRole('button', { name: 'Switch to English' })
    .or(admin.getByText('EN', { exact: true }))
    .first()
    .click()
  await expect(admin.getByText('Online devices')).toBeVisible()
  expect(await admin.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  await admin.reload()
  await expect(admin.getByText('Online devices')).toBeVisible()
})

test('signing out asks first, ends the session and spreads to other tabs', async ({ page, context }) => {
  await signIn(page, installation.admin)
  const other = await context.newPage()
  await other.goto('/equipment/list')
  await expect(other.getByRole('table').first()).toBeVisible()
  await page.getByRole('button', { name: /系统管理员/ }).click()
  await page.getByText('退出登录').click()
  await expect(page.getByText('确定要退出登录吗？')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
})

test('a new user changes the password before anything else, by the rules', async ({ page }) => {
  await signIn(page, installation.admin)
  await addUser(page, { loginName: 'newcomer', password: 'First-pass1' })
  await page.context().clearCookies()
  await signIn(page, { loginName: 'newcomer', password: 'First-pass1' })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('修改密码')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  const change = async (next: string, again: string) => {
    await dialog.getByLabel('旧密码').fill('First-pass1')
    await dialog.getByLabel('新密码', { exact: true }).fill(next)
    await dialog.getByLabel(/再次|重复|确认新密码/).fill(again)
    await dialog.getByRole('button', { name: /确\s?定/ }).click()
  }
  await change('abcdefgh', 'abcdefgh')
  await expect(dialog).toContainText('密码必须由大写字母、小写字母、数字、特殊符号中的2种及以上类型组成!')
  await change('Second-pass2', 'Second-pass3')
  await expect(dialog).toContainText('两次密码输入不一致')
  await change('Second-pass2', 'Second-pass2')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, { loginName: 'newcomer', password: 'Second-pass2' })
})

/** Through the API, with the administrator's own token. */
async function addUser(page: Page, { loginName, password }: Credentials): Promise<void> {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'Admin-Token')
  const answer = await page.request.post(users.create.path, {
    headers: { authorization: cookie?.value ?? '' },
    data: { loginName, password, userName: '新同事', phone: '13800000000', roleIds: [4], type: '1' },
  })
  expect(await answer.json()).toMatchObject({ code: 200 })
}
