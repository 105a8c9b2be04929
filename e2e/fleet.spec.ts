import { fillNewDevice, submitNewDevice } from './devices.ts'
import { connectDevice, expect, publish, test } from './journeys.ts'
import { killServers } from './installation.ts'

const code = 'E2E000001'
const cellFault = { code: '03012001', name: '电池保护' }

test.describe.configure({ mode: 'serial' })

test('the simulated fleet is online and counted', async ({ admin }) => {
  await expect(admin.getByRole('link', { name: /在线设备/ })).toContainText('16', { timeout: 60_000 })
  await admin.getByRole('link', { name: /在线设备/ }).click()
  await expect(admin).toHaveURL(/isOnline=1/)
  await expect(admin.getByText('共 16 条')).toBeVisible()
})

test('a new device is added, connects, raises an alarm, and the operator sees it without a reload', async ({
  admin,
}) => {
  const secret = await submitNewDevice(admin, await fillNewDevice(admin, code))
  await admin.goto(`/equipment/list?code=${code}`)
  const row = admin.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('离线')
  const device = await connectDevice(code, secret)
  await expect(row).toContainText('在线')
  await publish(device, 'telemetry', { board: 'bms', values: { soc: 82, voltage: 51.2 } })
  await publish(device, 'alarms', { values: { [cellFault.code]: 1 } })
  await expect(row).toContainText('1 条告警')
  await admin.goto(`/maintenance/exitWarning?content=${code}`)
  const alarm = admin.getByRole('row').filter({ hasText: code })
  await expect(alarm).toHaveCount(1)
  await alarm.getByRole('button', { name: /详\s?情/ }).click()
  await expect(admin.getByRole('dialog')).toContainText(cellFault.code)
  await admin.keyboard.press('Escape')
  await publish(device, 'alarms', { values: { [cellFault.code]: 0 } })
  await expect(alarm).toHaveCount(0)
  await admin.getByRole('tab', { name: '历史告警' }).click()
  await expect(alarm).toHaveCount(1)
  await publish(device, 'alarms', { values: { [cellFault.code]: 1 } })
  await device.endAsync()
})

test('a power cut of servers and database loses nothing that was acknowledged', async ({ admin }) => {
  await expect(admin.locator('canvas')).toBeVisible()
  killServers()
  await expect
    .poll(
      () =>
        admin.request.get('/readyz').then(
          (answer) => answer.status(),
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200)
  await admin.goto(`/maintenance/exitWarning?content=${code}`)
  await expect(admin.getByRole('row').filter({ hasText: code })).toHaveCount(1)
  await admin.getByRole('tab', { name: '历史告警' }).click()
  await expect(admin.getByRole('row').filter({ hasText: code })).toHaveCount(1)
  await admin.goto('/dashboard')
  await expect(admin.getByRole('link', { name: /在线设备/ })).toContainText('16', { timeout: 90_000 })
})

test('a manufacturer and its operator are added by the rules, and an operator in use stays', async ({
  admin,
}) => {
  await admin.goto('/organization/manufacturer')
  await admin
    .getByRole('button', { name: /新\s?增/ })
    .first()
    .click()
  const form = admin.getByRole('dialog').first()
  await form.getByLabel('厂商名称').fill('旅程储能')
  await form.getByLabel('厂商编码').fill('E2E')
  await form.getByRole('button', { name: /确\s?定/ }).click()
  await expect(form).toContainText('厂商编码只能为英文字母并且长度不能超过4个字符')
  await form.getByLabel('厂商编码').fill('TRIP')
  await form.getByRole('button', { name: /确\s?定/ }).click()
  await admin
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect(admin.getByRole('cell', { name: '旅程储能' })).toBeVisible()
  await admin.goto('/organization/operator')
  await admin
    .getByRole('row')
    .filter({ hasText: 'Huachu' })
    .first()
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await expect(admin.getByText(/名下还有 \d+ 台设备，不能删除/)).toBeVisible()
})
