import type { Locator, Page } from '@playwright/test'
import { addDevice, removeDevice } from './devices.ts'
import { connectDevice, expect, test } from './journeys.ts'

test.describe.configure({ mode: 'serial' })

/** The cabinet of the journey: whichever of the simulated ones was the first to be online. */
let cabinet = 'SC'

async function openCabinet(page: Page): Promise<string> {
  await page.goto(`/equipment/list?code=${cabinet}&isOnline=1&equipTypeId=3`)
  const row = page
    .getByRole('row')
    .filter({ hasText: /SC[A-Z]*\d/ })
    .first()
  await row.getByRole('link', { name: '详情' }).click()
  await expect(page).toHaveURL(/\/equipentry\/detail/)
  await expect(page.getByRole('tab', { name: '时间线' })).toBeVisible()
  cabinet = new URL(page.url()).searchParams.get('code') ?? ''
  return cabinet
}

/** A dialog from the page's More menu. */
async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: /更\s?多/ }).click()
  await page.getByRole('menuitem', { name }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: name })
  await expect(dialog).toBeVisible()
  return dialog
}

const confirm = (page: Page, name: RegExp) =>
  page.getByRole('dialog').last().getByRole('button', { name }).click()

test('a bay is opened from the desk, and its door stands open on the picture', async ({ admin }) => {
  const code = await openCabinet(admin)
  const dialog = await openDialog(admin, '设备参数与控制')
  await dialog.getByRole('tab', { name: '控制' }).click()
  const bay = dialog.getByRole('button', { name: '选择 2 号仓' })
  await expect(bay).toContainText('门关')
  await bay.click()
  await dialog.getByRole('button', { name: '开仓门' }).click()
  await expect(admin.getByText(`打开换电柜 ${code} 的 2 号仓门？`)).toBeVisible()
  await confirm(admin, /开仓门/)
  const panel = dialog.getByRole('region', { name: '2 号仓' })
  await expect(panel.getByRole('status')).toContainText('已确认')
  await expect(bay).toContainText('门开')
  // the simulated cabinet shuts the door again, and says so
  await expect(bay).toContainText('门关', { timeout: 60_000 })
})

test('a parameter is set, proven by what the device reports, and stands in the device’s time line', async ({
  admin,
}) => {
  const code = await openCabinet(admin)
  const dialog = await openDialog(admin, '设备参数与控制')
  const row = dialog.getByRole('group', { name: /过温点/ })
  await row.getByRole('textbox').fill('20')
  await expect(row).toContainText('应为 40 到 85 的整数')
  await row.getByRole('textbox').fill(' 71 ')
  await dialog.getByRole('button', { name: /保存/ }).click()
  await expect(admin.getByText(`确定要修改换电柜 ${code} 的以下参数吗？`)).toBeVisible()
  await confirm(admin, /确\s?定/)
  await expect(row.getByRole('status')).toContainText('已确认')
  await expect(row).toContainText('71 °C')
  await dialog.getByRole('button', { name: /关闭|Close/ }).click()
  await admin.getByRole('tab', { name: '时间线' }).click()
  const line = admin.getByRole('region', { name: '设备时间线' })
  await expect(line.getByRole('listitem').filter({ hasText: '设置参数 过温点 71' })).toContainText('成功')
  await expect(line.getByRole('listitem').filter({ hasText: '2 号仓 开仓门' })).toContainText('成功')
})

test('the cabinet’s picture leads to a battery, which shows its cells and where it is', async ({ admin }) => {
  const code = await openCabinet(admin)
  const dialog = await openDialog(admin, '设备属性')
  const battery = dialog.getByRole('link').first()
  const name = (await battery.getAttribute('title'))?.replace('查看电池 ', '') ?? ''
  await battery.click()
  const info = admin.getByRole('dialog').filter({ hasText: `电池信息 ${name}` })
  await expect(info.getByRole('list', { name: '电芯电压' }).getByRole('listitem').first()).toBeVisible()
  await expect(info.getByRole('link', { name: code })).toBeVisible()
})

test('a cabinet that goes offline leaves its dialog and what was typed, and takes the means to send it', async ({
  admin,
}) => {
  const code = 'E2ECAB01'
  const { id, secret } = await addDevice(admin, { code, equipTypeId: 3, equipModelId: 32 })
  const device = await connectDevice(code, secret)
  await admin.goto(`/equipment/list?code=${code}`)
  await expect(admin.getByRole('row').filter({ hasText: code })).toContainText('在线')
  const address = `/equipment/list?code=${code}&open=control&device=${String(id)}`
  await admin.goto(address)
  const dialog = admin.getByRole('dialog').filter({ hasText: code })
  const field = dialog.getByRole('group', { name: /过温点/ }).getByRole('textbox')
  const save = dialog.getByRole('button', { name: /保存/ })
  await field.fill('71')
  await expect(save).toBeEnabled()
  await device.endAsync()
  await expect(dialog).toContainText('设备已离线，以下为最后上报的值，上线后可继续修改')
  await expect(save).toHaveCount(0)
  await expect(field).toHaveValue('71')
  const again = await connectDevice(code, secret)
  await expect(save).toBeEnabled()
  await expect(field).toHaveValue('71')
  await again.endAsync()
  await expect(save).toHaveCount(0)
  // opened anew it is refused
  await admin.goto(address)
  await expect(admin.getByText('设备离线，无法查看或控制')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await removeDevice(admin, id)
})
