import type { Page } from '@playwright/test'
import { expect } from './journeys.ts'

/** The code of a simulated cabinet that is online. */
export async function obedient(page: Page): Promise<string> {
  const link = page.locator('a[href^="/equipentry/detail"]').first()
  await expect(async () => {
    await page.goto('/equipment/list?isOnline=1&equipTypeId=3')
    await expect(link).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  return (await link.textContent()) ?? ''
}

/** Enters a batch that sets the full-charge SOC of these devices, and confirms what it would touch. */
export async function setSoc(
  page: Page,
  codes: readonly string[],
  { count, soc }: { count: number; soc: number },
) {
  await page.goto('/maintenance/batchsetting')
  await page
    .getByRole('button', { name: /新\s?增/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog').filter({ hasText: '批量设备设置' })
  await dialog.getByRole('textbox', { name: '设备编码' }).fill(codes.map((code) => `${code}-`).join('\n'))
  await dialog.getByLabel('升级数量').fill(String(count))
  const param = dialog.getByRole('group', { name: '满电SOC' })
  await param.getByRole('checkbox').check()
  await param.getByRole('textbox').fill('20')
  await expect(param).toContainText('应为 50 到 100 的整数')
  await param.getByRole('textbox').fill(String(soc))
  await dialog.getByRole('button', { name: /确\s?定/ }).click()
  const asked = page.getByRole('dialog').filter({ hasText: '确认下发范围' })
  await expect(asked).toContainText(`满电SOC: ${soc} %`)
  await asked.getByRole('button', { name: `确认下发 ${codes.length} 台` }).click()
  await expect(dialog).toBeHidden()
}
