import type { Page } from '@playwright/test'
import { expect } from './journeys.ts'

export interface Cabinet {
  readonly code: string
  readonly equipModelId: number
  readonly operatorId: number
}

interface Answer<T> {
  readonly code: number
  readonly data: T
}

/** Asks the server as the signed-in browser does. */
export async function ask<T>(page: Page, path: string, body: object): Promise<T> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'Admin-Token')?.value ?? ''
  const response = await page.request.post(path, { data: body, headers: { Authorization: token } })
  const { code, data }: Answer<T> = await response.json()
  expect(code).toBe(200)
  return data
}

/** A simulated cabinet that is online. */
export async function obedient(page: Page): Promise<Cabinet> {
  const find = () =>
    ask<readonly Cabinet[]>(page, '/api/equip/list', {
      equipTypeId: 3,
      isOnline: 1,
      pageNum: 1,
      pageSize: 10,
    })
  await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [first] = await find()
  if (!first) throw new Error('no cabinet is online')
  return first
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
