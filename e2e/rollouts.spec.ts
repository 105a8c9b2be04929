import type { Page } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { obedient, setSoc } from './batches.ts'
import { addDevice } from './devices.ts'
import { connectDevice, expect, publish, test } from './journeys.ts'

test.describe.configure({ mode: 'serial' })

/** A cabinet of a maker that refuses every command. */
async function refusing(page: Page, code: string): Promise<MqttClient> {
  const { secret } = await addDevice(page, { code, equipTypeId: 3, equipModelId: 32 })
  const device = await connectDevice(code, secret)
  device.on('message', (_topic, payload) => {
    const { id }: { readonly id: string } = JSON.parse(payload.toString())
    void publish(device, 'commands/reply', { id, result: 0, message: '柜门未关' })
  })
  await device.subscribeAsync(`v1/${code}/commands`, { qos: 1 })
  return device
}

/** From the list to the batch that sets this, as soon as the list has it. */
async function watch(page: Page, soc: number): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: `满电SOC ${soc} %` })
    .getByRole('link', { name: /^PS/ })
    .click()
  await expect(page).toHaveURL(/\/maintenance\/rollout\?id=\d+/)
}

const state = (page: Page, name: string, count: number) =>
  page.getByRole('button', { name: `${name} ${count}`, exact: true })

test('a batch of settings succeeds where devices obey; who refused is found by the reason and exported', async ({
  admin,
}) => {
  const cabinet = await obedient(admin)
  const device = await refusing(admin, 'SCE2E00001')
  await setSoc(admin, [cabinet, 'SCE2E00001'], { count: 2, soc: 87 })
  await watch(admin, 87)
  await expect(state(admin, '成功', 1)).toBeVisible({ timeout: 60_000 })
  await expect(state(admin, '失败', 1)).toBeVisible({ timeout: 60_000 })
  await expect(admin.getByRole('heading', { name: /PS\d+ 已完成/ })).toBeVisible()
  const reasons = admin.getByRole('region', { name: '原因分布' })
  await reasons.getByRole('button', { name: /设备拒绝执行/ }).click()
  await expect(admin).toHaveURL(/states=failed.*reason=refused/)
  const table = admin.getByRole('region', { name: '设备明细' })
  await expect(table.getByRole('link', { name: 'SCE2E00001' })).toBeVisible()
  await expect(table.getByRole('link', { name: cabinet })).toBeHidden()
  await expect(table).toContainText('柜门未关')
  const [saved] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: '导出失败设备' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/\.xlsx$/)
  await device.endAsync()
})

test('a batch is paused from its row between its groups, resumed at its pace, and canceled', async ({
  admin,
}) => {
  const cabinet = await obedient(admin)
  await setSoc(admin, [cabinet, 'SCE2E00001'], { count: 1, soc: 92 })
  const confirm = (name: string) =>
    admin.getByRole('dialog').filter({ hasText: '提示' }).getByRole('button', { name }).click()
  const press = (name: string) => admin.getByRole('main').getByRole('button', { name, exact: true }).click()
  const row = admin.getByRole('row').filter({ hasText: '满电SOC 92 %' })
  await row.getByRole('button', { name: '更多' }).click()
  await admin.getByRole('menuitem', { name: '暂停' }).click()
  await confirm('暂停')
  await expect(row).toContainText('已暂停')
  await watch(admin, 92)
  await expect(admin.getByRole('heading', { name: /PS\d+ 已暂停/ })).toBeVisible()
  await press('继续')
  await confirm('继续')
  await expect(admin.getByRole('heading', { name: /PS\d+ 进行中/ })).toBeVisible()
  await press('取消下发')
  await confirm('取消下发')
  await expect(admin.getByRole('heading', { name: /PS\d+ 已取消/ })).toBeVisible()
})
