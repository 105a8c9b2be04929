import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { answer, button, formOf, openAdd, submit, topOf } from './forms.ts'
import { installation } from './installation.ts'
import { connectDevice, expect, publish, test } from './journeys.ts'

const code = 'E2E000040'

test('six hops are measured between a phone and a device; whichever breaks goes dark, and says why', async ({
  admin,
}) => {
  const { id, secret } = await addDevice(admin)
  const device = await answeringDevice(secret)
  const phone = await phoneThatWatches(admin, id)
  await admin.goto(`/equipment/list?code=${code}&open=links&device=${id}`)
  const chain = admin.getByRole('dialog').getByRole('list', { name: '链路' })
  await measuredUntil(admin, chain, [])
  await expect(admin.getByText('六段链路全部连通')).toBeVisible()
  phone.close()
  await measuredUntil(admin, chain, ['one', 'six'])
  await expect(chain.getByText('没有手机正在查看此设备')).toHaveCount(2)
  await device.endAsync()
  await measuredUntil(admin, chain, ['one', 'two', 'three', 'six'])
  await expect(admin.getByText('4 段链路未连通')).toBeVisible()
})

test('a channel is tried, a rule names regions, and what was sent is in the log', async ({ admin }) => {
  const name = `值班 ${randomUUID().slice(0, 4)}`
  await openAdd(admin, '/maintenance/notification?tab=channels')
  await formOf(admin).getByLabel('名称').fill(name)
  await formOf(admin).getByLabel('Webhook 地址').fill('https://hooks.example.com/duty')
  await button(formOf(admin), '确定').click()
  await answer(admin, `确定要新增通知渠道 ${name} 吗？`, '确定')
  await expect(topOf(admin).getByText('密钥只显示这一次')).toBeVisible()
  await topOf(admin).getByRole('button', { name: '已保存，关闭' }).click()
  await admin
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: /测\s?试/ })
    .click()

  await openAdd(admin, '/maintenance/notification')
  await formOf(admin).getByLabel('名称').fill(name)
  for (const place of ['浦东新区', '天河区']) await chooseRegion(admin, place)
  await submit(admin, `确定要新增通知规则 ${name} 吗？`)
  const rule = admin.getByRole('row').filter({ hasText: name })
  await expect(rule).toContainText('浦东新区')
  await expect(rule).toContainText('天河区')

  await admin.goto('/maintenance/notification?tab=log')
  const sent = admin.getByRole('row').filter({ hasText: name }).first()
  await expect(async () => {
    await admin.reload()
    await expect(sent).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await sent.getByRole('button', { name: '展开详情' }).click()
  await expect(admin.getByText('第 1 次')).toBeVisible()
})

async function addDevice(page: Page): Promise<{ id: number; secret: string }> {
  const ask = <T>(path: string, data: object): Promise<T> =>
    page.evaluate(
      async ([address, body]) => {
        const token = /Admin-Token=([^;]+)/.exec(document.cookie)?.[1] ?? ''
        const headers = { Authorization: token, 'Content-Type': 'application/json' }
        const answered = await fetch(address, { method: 'POST', headers, body })
        return ((await answered.json()) as { data: T }).data
      },
      [path, JSON.stringify(data)] as const,
    )
  const [operator] = await ask<{ id: number }[]>('/api/operator/all', {})
  const [model] = await ask<{ id: number }[]>('/api/model/all', { equipTypeId: 1 })
  return ask('/api/equip/insert', {
    code,
    equipTypeId: 1,
    equipModelId: model?.id,
    operatorId: operator?.id,
  })
}

/** A device that answers whatever it is asked, as one that is alive does to a ping. */
async function answeringDevice(secret: string) {
  const device = await connectDevice(code, secret)
  device.on('message', (_, payload) => {
    const { id } = JSON.parse(payload.toString())
    void device.publishAsync(`v1/${code}/commands/reply`, JSON.stringify({ id, result: 1 }), { qos: 1 })
  })
  await device.subscribeAsync(`v1/${code}/commands`, { qos: 1 })
  await publish(device, 'telemetry', { board: 'bms', values: { soc: 80 } })
  return device
}

/** The phone app, as docs/app-socket.md has it. */
async function phoneThatWatches(page: Page, equipId: number): Promise<WebSocket> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')?.value
  const phone = new WebSocket(`ws://127.0.0.1:${installation.port}/ws/app`)
  const watching = new Promise<void>((resolve) => {
    phone.onmessage = ({ data }) => {
      const said: { type: string } = JSON.parse(String(data))
      if (said.type === 'signedIn') phone.send(JSON.stringify({ type: 'watch', equipIds: [equipId] }))
      if (said.type !== 'watching') return
      phone.send(JSON.stringify({ type: 'heartbeat' }))
      resolve()
    }
  })
  phone.onopen = () => phone.send(JSON.stringify({ type: 'signIn', token, language: 'zh' }))
  await watching
  return phone
}

const dark = (chain: Locator): Promise<(string | null)[]> =>
  chain
    .locator('[data-connected=false]')
    .evaluateAll((hops) => hops.map((hop) => hop.getAttribute('data-hop')))

async function measuredUntil(page: Page, chain: Locator, hops: readonly string[]): Promise<void> {
  await expect(async () => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /刷\s?新/ })
      .click()
    await expect.poll(() => dark(chain), { timeout: 4_000 }).toEqual(hops)
  }).toPass()
}

async function chooseRegion(page: Page, place: string): Promise<void> {
  const field = formOf(page).getByRole('combobox', { name: '区域' })
  await field.fill(place)
  const found = page.getByRole('menuitemcheckbox').filter({ hasText: place }).first()
  await found.click()
  await page.keyboard.press('Escape')
}
