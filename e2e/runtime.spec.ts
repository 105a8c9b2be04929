import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journeys.ts'

/** A portable power station that is online; the simulated fleet may still be on its way. */
async function portableRow(page: Page): Promise<Locator> {
  await page.goto('/equipment/list?equipTypeId=1&isOnline=1')
  const row = page.getByRole('row').filter({ hasText: '便携储能电源' }).first()
  await expect(row).toContainText('在线', { timeout: 60_000 })
  return row
}

async function openFromMenu(page: Page, row: Locator, entry: string): Promise<Locator> {
  await row.getByRole('button', { name: /更\s?多/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: entry })
  await expect(dialog).toBeVisible()
  return dialog
}

test('what a device measures is watched, made faster and exported', async ({ admin }) => {
  const dialog = await openFromMenu(admin, await portableRow(admin), '运行数据')
  await expect(dialog.getByRole('tab', { name: '显控板' })).toHaveAttribute('aria-selected', 'true')
  const readings = dialog.locator('tbody tr[data-row-key]')
  await expect(readings.first()).toBeVisible()

  await admin.keyboard.press('Escape')
  await admin.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '全屏', exact: true }).click()
  await dialog.getByRole('button', { name: '退出全屏' }).click()

  await dialog.getByRole('tab', { name: '数据上传控制' }).click()
  const bms = dialog.getByRole('row').filter({ hasText: 'BMS' })
  await bms.getByRole('switch').click()
  await expect(admin.getByText('设置成功')).toBeVisible()
  await expect(bms).toContainText('已确认')
  await expect(bms.getByRole('switch')).toHaveAttribute('aria-checked', 'true')
  await expect(dialog.getByText('每 60 秒检查一次在线状态')).toBeVisible()

  await dialog.getByRole('tab', { name: '日志查看' }).click()
  const command = dialog.locator('tbody tr[data-row-key]').first()
  await expect(command).toContainText('手动')
  await expect(command).toContainText('成功')

  await dialog.getByRole('tab', { name: 'BMS', exact: true }).click()
  const newest = readings.first()
  const key = await newest.getAttribute('data-row-key')
  await expect(newest).not.toHaveAttribute('data-row-key', key ?? '')

  const exporting = dialog.getByRole('button', { name: /^导\s?出$/ })
  await exporting.click()
  await expect(admin.getByText('请先选择时间范围')).toBeVisible()
  await dialog.getByRole('button', { name: '近 1 小时' }).click()
  await exporting.click()
  const question = admin.getByRole('dialog').filter({ hasText: '此操作将导出设备运行数据, 是否继续?' })
  const download = admin.waitForEvent('download')
  await question.getByRole('button', { name: /确\s?定/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^便携储能电源_[A-Z0-9]+_BMS_\d{14}\.xlsx$/)

  await dialog.getByRole('button', { name: /close|关闭/i }).click()
  await expect(dialog).toBeHidden()
  await expect(admin).not.toHaveURL(/open/)
})

test('a switch is turned from the desk, and the device follows', async ({ admin }) => {
  const dialog = await openFromMenu(admin, await portableRow(admin), '实时控制')
  const light = dialog.getByRole('switch', { name: '灯带' })
  const before = await light.getAttribute('aria-checked')
  const item = dialog.getByRole('listitem').filter({ hasText: '灯带' })
  await light.click()
  await expect(light).not.toHaveAttribute('aria-checked', before ?? '')
  await expect(item.getByText('已确认')).toBeVisible()
  await light.click()
  await expect(light).toHaveAttribute('aria-checked', before ?? '')
  await expect(dialog.getByRole('img', { name: /能量流向图/ })).toBeVisible()
})
