import { devices } from '@wattkeeper/contracts/api/devices'
import { operators } from '@wattkeeper/contracts/api/organizations'
import type { Page } from '@playwright/test'
import { connectDevice, expect, publish, test } from './journeys.ts'

const code = 'E2EMAP01'

test('a device that comes, goes and fails changes its mark on the map, and leaves its open card open', async ({
  admin,
}) => {
  const secret = await addDevice(admin)
  await admin.goto(`/equipment/map?code=${code}`)
  const mark = admin.locator('.leaflet-marker-icon')
  await expect(mark).toHaveAccessibleName(`${code} 离线`)
  await mark.click()
  const card = admin.getByRole('link', { name: /详\s?情/ })
  await expect(card).toBeVisible()
  const device = await connectDevice(code, secret)
  await expect(mark).toHaveAccessibleName(`${code} 在线`)
  await publish(device, 'alarms', { values: { '03012001': 1 } })
  await expect(mark).toHaveAccessibleName(`${code} 故障`)
  await device.endAsync()
  await expect(card).toBeVisible()
  await card.click()
  await expect(admin).toHaveURL(new RegExp(`/equipentry/detail.*code=${code}`))
})

/** On the map from the beginning; answers its secret. */
async function addDevice(page: Page): Promise<string> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? ''
  const headers = { authorization: token }
  const listed: unknown = await (await page.request.get(operators.list.path, { headers })).json()
  const data = {
    ...{ code, equipTypeId: 1, equipModelId: 11, operatorId: firstId(listed) },
    ...{ longitude: 113.36, latitude: 23.13 },
  }
  const made: unknown = await (await page.request.post(devices.create.path, { headers, data })).json()
  return String(inside(made, 'secret'))
}

const dataOf = (envelope: unknown): unknown => part(envelope, 'data')
const inside = (envelope: unknown, name: string): unknown => part(dataOf(envelope), name)
const firstId = (envelope: unknown): number => Number(part(part(dataOf(envelope), '0'), 'id'))

function part(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined
}
