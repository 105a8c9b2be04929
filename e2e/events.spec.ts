import { connectDevice, expect, publish, test } from './journeys.ts'
import type { Locator, Page } from '@playwright/test'
import { fillNewDevice, submitNewDevice } from './devices.ts'
import { submitAnyway } from './forms.ts'

const code = 'E2E000160'

test('what a device says and what goes wrong with it is found among the events by its code', async ({
  admin,
}) => {
  const secret = await addDevice(admin)
  await admin.goto('/maintenance/eventsearch')
  await admin.getByLabel('设备编码').fill(`${code}\n${code}\nNO-SUCH`)
  await expect(admin.getByText('2 个有效，1 个重复已移除')).toBeVisible()
  await admin.getByRole('button', { name: '查询' }).click()
  await expect(admin).toHaveURL(new RegExp(`code=${code}`))
  await expect(admin.getByText('没有符合条件的数据')).toBeVisible()
  const device = await connectDevice(code, secret)
  await publish(device, 'events', { code: 'door', flag: true, content: '门已打开' })
  await publish(device, 'alarms', { values: { '03012001': 1 } })
  await readUntil(admin, 2)
  await expect(admin.getByRole('row').filter({ hasText: '门已打开' })).toContainText('正常')
  await expect(admin.getByRole('row').filter({ hasText: '电池保护' })).toContainText('故障')
  await publish(device, 'alarms', { values: { '03012001': 0 } })
  await readUntil(admin, 3)
  await publish(device, 'events', { code: 'door', flag: true, content: '门已关闭' })
  await admin.getByRole('button', { name: '有新事件，点击查看' }).click()
  await expect(admin.getByRole('row').filter({ hasText: '门已关闭' })).toBeVisible()
  const saved = admin.waitForEvent('download')
  await admin.getByRole('button', { name: /导\s?出/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^事件列表_\d{14}\.xlsx$/)
  await device.endAsync()
})

test('a place is searched for, moved by a click, kept, and seen again', async ({ admin }) => {
  await admin.goto(`/equipment/list?code=${code}`)
  const form = await editDevice(admin)
  await form.getByRole('button', { name: '在地图上选择' }).click()
  const picker = admin.getByRole('dialog', { name: '选择位置' })
  const search = picker.getByRole('combobox', { name: '搜索地点' })
  await search.fill('天河')
  const suggested = admin.getByText('广东省广州市天河区', { exact: true })
  await expect(suggested).toBeVisible()
  await suggested.click()
  await expect(picker.getByText(/广东省广州市天河区（440106）/)).toBeVisible()
  const map = picker.locator('.leaflet-container')
  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {}
  const said = await picker.getByRole('status').innerText()
  await map.click({ position: { x: width / 2 + 20, y: height / 2 + 10 } })
  await expect(picker.getByRole('status')).not.toHaveText(said)
  await expect(picker.getByText(/广东省广州市.*区（4401\d\d）/)).toBeVisible()
  const [, longitude = '', latitude = ''] =
    /经度 ([\d.]+).*纬度 ([\d.]+)/.exec(await picker.getByRole('status').innerText()) ?? []
  await picker.getByRole('button', { name: '使用该位置' }).click()
  await expect(form.getByLabel('经度')).toHaveValue(longitude)
  await expect(form.getByLabel('详细地址')).toHaveValue(/^广东省广州市.*区$/)
  await submitAnyway(admin, form)
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  const again = await editDevice(admin)
  await expect(again.getByLabel('经度')).toHaveValue(longitude)
  await expect(again.getByLabel('纬度')).toHaveValue(latitude)
  await again.getByRole('button', { name: '在地图上选择' }).click()
  await expect(picker.getByRole('status')).toContainText(longitude)
  await expect(picker.getByText(/广东省广州市.*区（4401\d\d）/)).toBeVisible()
})

test('the map shows the fleet and leads to a device', async ({ admin }) => {
  await admin.goto(`/equipment/map?code=${code}`)
  await expect(admin.getByText('共 1 台设备')).toBeVisible()
  await admin.locator('.leaflet-marker-pane .leaflet-marker-icon').first().click()
  await admin.getByRole('link', { name: /详\s?情/ }).click()
  await expect(admin).toHaveURL(new RegExp(`/equipentry/detail.*code=${code}`))
})

async function editDevice(page: Page): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: code })
  await row.getByRole('button', { name: /更\s?多/ }).click()
  await page.getByRole('menuitem', { name: /编\s?辑/ }).click()
  const form = page.getByRole('dialog').first()
  await expect(form.getByLabel('经度')).not.toHaveValue('')
  return form
}

/** The list stands still until it is read again. */
async function readUntil(page: Page, rows: number): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: code })).toHaveCount(rows, { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
}

/** Its place is chosen on the map: region, address and coordinates follow. */
async function addDevice(page: Page): Promise<string> {
  const form = await fillNewDevice(page, code)
  await form.getByRole('button', { name: '在地图上选择' }).click()
  const picker = page.getByRole('dialog', { name: '选择位置' })
  await picker.locator('.leaflet-container').click({ position: { x: 300, y: 200 } })
  await expect(picker.getByText(/经度 .*（\d{6}）/)).toBeVisible()
  await picker.getByRole('button', { name: '使用该位置' }).click()
  await expect(form.getByLabel('经度')).not.toHaveValue('')
  return submitNewDevice(page, form)
}
