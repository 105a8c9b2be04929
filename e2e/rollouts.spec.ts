import type { Page } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { connectDevice, expect, publish, test } from './journeys.ts'

test.describe.configure({ mode: 'serial' })

interface Cabinet {
  readonly code: string
  readonly equipModelId: number
  readonly operatorId: number
}

interface Answer<T> {
  readonly code: number
  readonly data: T
}

/** Asks the server as the signed-in browser does. */
async function ask<T>(page: Page, path: string, body: object): Promise<T> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'Admin-Token')?.value ?? ''
  const response = await page.request.post(path, { data: body, headers: { Authorization: token } })
  const { code, data }: Answer<T> = await response.json()
  expect(code).toBe(200)
  return data
}

/** A simulated cabinet that is online. */
async function obedient(page: Page): Promise<Cabinet> {
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

/** A cabinet of a maker that refuses every command. */
async function refusing(page: Page, like: Cabinet, code: string): Promise<MqttClient> {
  const { equipModelId, operatorId } = like
  const wanted = { code, equipTypeId: 3, equipModelId, operatorId }
  const { secret } = await ask<{ readonly secret: string }>(page, '/api/equip/insert', wanted)
  const device = await connectDevice(code, secret)
  device.on('message', (_topic, payload) => {
    const { id }: { readonly id: string } = JSON.parse(payload.toString())
    void publish(device, 'commands/reply', { id, result: 0, message: '柜门未关' })
  })
  await device.subscribeAsync(`v1/${code}/commands`, { qos: 1 })
  return device
}

/** Enters a batch that sets the full-charge SOC of these devices, and confirms what it would touch. */
async function setSoc(page: Page, codes: readonly string[], { count, soc }: { count: number; soc: number }) {
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
  const device = await refusing(admin, cabinet, 'SCE2E00001')
  await setSoc(admin, [cabinet.code, 'SCE2E00001'], { count: 2, soc: 87 })
  await watch(admin, 87)
  await expect(state(admin, '成功', 1)).toBeVisible({ timeout: 60_000 })
  await expect(state(admin, '失败', 1)).toBeVisible({ timeout: 60_000 })
  await expect(admin.getByRole('heading', { name: /PS\d+ 已完成/ })).toBeVisible()
  const reasons = admin.getByRole('region', { name: '原因分布' })
  await reasons.getByRole('button', { name: /设备拒绝执行/ }).click()
  await expect(admin).toHaveURL(/states=failed.*reason=refused/)
  const table = admin.getByRole('region', { name: '设备明细' })
  await expect(table.getByRole('link', { name: 'SCE2E00001' })).toBeVisible()
  await expect(table.getByRole('link', { name: cabinet.code })).toBeHidden()
  await expect(table).toContainText('柜门未关')
  const [saved] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: '导出失败设备' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/\.xlsx$/)
  await device.endAsync()
})

test('a batch is paused from its row between its groups, resumed at its pace, and canceled', async ({ admin }) => {
  const cabinet = await obedient(admin)
  await setSoc(admin, [cabinet.code, 'SCE2E00001'], { count: 1, soc: 92 })
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
