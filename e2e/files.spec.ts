import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './journeys.ts'

test.describe.configure({ mode: 'serial' })

/** The code of a simulated cabinet that is online. */
async function aCabinet(admin: Page): Promise<string> {
  await admin.goto('/equipment/list?equipTypeId=3&isOnline=1')
  const link = admin.getByRole('row').getByRole('link').first()
  await expect(link).toBeVisible()
  return (await link.innerText()).trim()
}

test('a log is asked for, comes from the device, and is read and searched in the page', async ({ admin }) => {
  const code = await aCabinet(admin)
  await admin.goto(`/maintenance/logextract?equipCode=${code}&equipClassify=3&level=SYSTEM`)
  await expect(admin.getByText('暂无日志信息')).toBeVisible()
  await admin.getByPlaceholder('开始日期').click()
  const today = admin.locator('.ant-picker-cell-today').first()
  await today.click()
  await today.click()
  await admin.getByRole('button', { name: '提取日志' }).click()
  const arriving = admin.waitForEvent('download')
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${code}_SYSTEM_\\d{14}_\\d+\\.log$`))
  const stored = admin.getByRole('list', { name: '已提取的日志' }).getByRole('listitem')
  await expect(stored).toHaveCount(1)
  await stored.getByRole('button', { name: /查\s?看/ }).click()
  await expect(admin.getByText(/共 \d+ 行/)).toBeVisible()
  await admin.getByPlaceholder('在日志中搜索').fill('HEAP')
  await expect(admin.getByText(/第 1 \/ \d+ 处/)).toBeVisible()
})

/** The smallest picture that a browser shows. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an advertisement is published, plays on the cabinets, and is withdrawn', async ({ admin }) => {
  const name = `促销${randomBytes(3).toString('hex')}`
  await admin.goto('/maintenance/advertise')
  await admin
    .getByRole('button', { name: /新\s?增/ })
    .first()
    .click()
  const form = admin.getByRole('dialog').first()
  await form.getByLabel('广告名称').fill(name)
  const confirm = form.getByRole('button', { name: /确\s?定/ })
  await expect(confirm).toBeDisabled()
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
  await expect(confirm).toBeEnabled()
  await confirm.click()
  const question = admin
    .getByRole('dialog')
    .filter({ hasText: `确定要新增广告 ${name} 吗？` })
    .last()
  await question.getByRole('button', { name: /确\s?定/ }).click()
  const row = admin.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(/([1-9]\d*) \/ \1 块屏幕播放中/, { timeout: 30_000 })
  await row.getByRole('button', { name: /查\s?看/ }).click()
  await expect(admin.getByRole('dialog').getByAltText(`${name} 预览`)).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await row.getByRole('button', { name: /删\s?除/ }).click()
  const box = admin.getByRole('dialog')
  await expect(box).toContainText('此操作将永久删除该文件, 是否继续?')
  await box.getByRole('button', { name: /取\s?消/ }).click()
  await expect(admin.getByText('已取消删除')).toBeVisible()
  await row.getByRole('button', { name: /删\s?除/ }).click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await expect(row).toHaveCount(0)
})
