import { roles } from '@wattkeeper/contracts/api/roles'
import { session } from '@wattkeeper/contracts/api/session'
import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { answer, button, callApi, formOf, pressMore, rowOf, submit, topOf } from './forms.ts'
import { type Credentials, expect, test } from './journeys.ts'
import { addUser, enter, idOfRole, password, signedIn } from './persons.ts'

// What an administrator does with people and their means, and what those people see of it.

test('a password reset, a lock and a deletion end what the user has open, at once', async ({
  admin,
  browser,
}) => {
  await addUser(admin, { userName: '被管理者', loginName: 'acts-managed' })
  const page = await signedIn(browser, { loginName: 'acts-managed', password })
  await page.goto('/equipment/list')
  await admin.goto('/system/user?name=被管理者')
  const row = rowOf(admin, '被管理者')
  const ended = page
    .getByRole('dialog')
    .filter({ hasText: '您已被登出，可以取消继续留在该页面，或者重新登录' })

  await pressMore(admin, row, '停用')
  await answer(admin, '确定要停用用户 被管理者 吗？其会话与实时连接将立即结束。', '确定')
  await expect(row).toContainText('停用')
  await expect(ended).toBeVisible()
  await button(ended, '在此登录').click()
  await enter(ended, { loginName: 'acts-managed', password })
  await expect(ended.getByRole('alert')).toHaveText('该账号已停用，请联系管理员')
  await pressMore(admin, row, '启用')
  await answer(admin, '确定要启用用户 被管理者 吗？', '确定')
  await expect(row).toContainText('启用')
  await button(ended, '登录').click()
  await expect(ended).toHaveCount(0)
  await expect(page).toHaveURL(/\/equipment\/list/)

  await pressMore(admin, row, '重置密码')
  await answer(admin, '确定要重置用户 被管理者 的密码吗？', '确定')
  await expect(topOf(admin)).toContainText('密码只显示这一次')
  const fresh = await topOf(admin).locator('dd').last().innerText()
  await button(topOf(admin), '已保存，关闭').click()
  await expect(ended).toBeVisible()
  await button(ended, '在此登录').click()
  await enter(ended, { loginName: 'acts-managed', password: fresh.trim() })
  await expect(page.getByText('首次登录或密码已被重置，请先修改密码后再使用。')).toBeVisible()

  await pressMore(admin, row, '删除')
  await answer(admin, '删除用户 被管理者？此操作不可恢复', '删除')
  await expect(admin.getByText('没有符合条件的数据')).toBeVisible()
  await page.context().close()
})

test('a change of the role redraws the menu of whoever holds it, without a reload', async ({
  admin,
  browser,
}) => {
  await callApi(admin, roles.create, { name: '旅程角色', code: 'ACTS', menuIds: [100, 520] })
  await admin.goto('/system/role?name=旅程角色')
  await addUser(admin, { userName: '看菜单者', loginName: 'acts-menu' }, [await idOfRole(admin)])
  const page = await signedIn(browser, { loginName: 'acts-menu', password })
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  const side = page.getByRole('navigation', { name: '主菜单' })
  await expect(side.getByText('组织管理')).toBeVisible()
  await expect(side.getByText('系统管理')).toHaveCount(0)
  await admin.reload()
  await button(rowOf(admin, '旅程角色'), '编辑').click()
  const node = (name: string) => formOf(admin).getByRole('treeitem').filter({ hasText: name }).first()
  await formOf(admin).getByRole('searchbox').fill('字典')
  await node('字典管理').locator('.ant-tree-checkbox').click()
  await submit(admin, '确定要编辑角色 旅程角色 吗？修改将对 1 位用户立即生效。')
  await expect(side.getByText('系统管理')).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  await pressMore(admin, rowOf(admin, '旅程角色'), '要求两步验证')
  await answer(admin, '确定要求角色 旅程角色 的用户使用两步验证吗？', '确定')
  await expect(page.getByText('您的角色要求两步验证，请先启用后再继续使用。')).toBeVisible()
  await button(rowOf(admin, '旅程角色'), '删除').click()
  await answer(admin, '删除角色 旅程角色？此操作不可恢复', '删除')
  await expect(admin.getByText('角色 旅程角色 仍被 看菜单者 使用（共 1 人），不能删除')).toBeVisible()
  await page.context().close()
})

test('the last way to the screen of menus is not given away', async ({ admin }) => {
  await admin.goto('/system/menu')
  await button(rowOf(admin, '菜单管理').first(), '删除').click()
  await answer(admin, '删除菜单 菜单管理？此操作不可恢复', '删除')
  await expect(admin.getByText(/菜单管理.*不能|不能.*菜单管理/).last()).toBeVisible()
  await button(topOf(admin), '取消').click()
  await expect(rowOf(admin, '菜单管理').first()).toBeVisible()
})

test('a second factor is set up, asked for, renewed and taken away', async ({ admin, browser }) => {
  await addUser(admin, { userName: '两步者', loginName: 'acts-factor' })
  const mine: Credentials = { loginName: 'acts-factor', password }
  const page = await signedIn(browser, mine)
  await page.getByRole('button', { name: /两步者/ }).click()
  await page.getByText('两步验证').click()
  await button(topOf(page), '启用').click()
  await formOf(page).getByLabel('登录密码').fill(password)
  await button(formOf(page), '下一步').click()
  await expect(formOf(page)).toContainText('用验证器应用扫描二维码')
  const secret = (
    await formOf(page)
      .getByText(/^[A-Z2-7]{16,}$/)
      .first()
      .innerText()
  ).trim()
  await formOf(page)
    .getByLabel('动态验证码')
    .fill(await generate({ secret }))
  await button(formOf(page), '确定').click()
  await expect(topOf(page)).toContainText('请保存恢复码')
  const codes = await recoveryCodes(page)

  // whoever signs in again over the page is asked for it, too, and stays where they were
  await page.goto('/equipment/list')
  await callApi(page, session.logout)
  const ended = page.getByRole('dialog').filter({ hasText: '您已被登出' })
  await button(ended, '在此登录').click()
  await enter(ended, mine)
  await ended.getByLabel('动态验证码或恢复码').fill('000000')
  await button(ended, '登录').click()
  await expect(ended.getByText(/验证码.*不正确/)).toBeVisible()
  await ended.getByLabel('动态验证码或恢复码').fill(codes[0] ?? '')
  await button(ended, '登录').click()
  await expect(ended).toHaveCount(0)
  await expect(page).toHaveURL(/\/equipment\/list/)

  await page.getByRole('button', { name: /两步者/ }).click()
  await page.getByText('两步验证').click()
  await expect(topOf(page)).toContainText(`剩余恢复码 ${codes.length - 1} 个`)
  await button(topOf(page), '更换恢复码').click()
  await formOf(page)
    .getByLabel('动态验证码')
    .fill(codes[1] ?? '')
  await button(formOf(page), '确定').click()
  await answer(page, '确定要更换恢复码吗？原有恢复码将立即失效。', '确定')
  expect(await recoveryCodes(page)).not.toEqual(codes)

  await admin.goto('/system/user?name=两步者')
  await pressMore(admin, rowOf(admin, '两步者'), '重置两步验证')
  await answer(admin, '确定要重置用户 两步者 的两步验证吗？其将仅凭密码登录。', '确定')
  await expect(admin.getByText('两步验证已重置')).toBeVisible()
  await page.context().close()
})

/** The codes that are shown once; closes their box. */
async function recoveryCodes(page: Page): Promise<string[]> {
  const box = page.getByRole('dialog').filter({ hasText: '请保存恢复码' })
  const codes = await box.getByRole('listitem').allInnerTexts()
  await button(box, '已保存，关闭').click()
  return codes.map((code) => code.trim())
}
