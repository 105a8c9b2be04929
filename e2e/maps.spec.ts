import { addDevice } from './devices.ts'
import { connectDevice, expect, publish, test } from './journeys.ts'

const code = 'E2EMAP01'
const place = { longitude: 113.36, latitude: 23.13 }

test('a device that comes, goes and fails changes its mark on the map, and leaves its open card open', async ({
  admin,
}) => {
  const { secret } = await addDevice(admin, { code, equipTypeId: 1, equipModelId: 11, ...place })
  await admin.goto(`/equipment/map?code=${code}`)
  const mark = admin.locator('.leaflet-marker-pane .leaflet-marker-icon')
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

test('the map says where one is, in the language of the page, and names more the nearer one looks', async ({
  admin,
}) => {
  await admin.goto('/equipment/map')
  await expect(admin.getByText('湖北', { exact: true })).toBeVisible()
  await expect(admin.getByText('蒙古', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: /切换到英文/ }).click()
  await expect(admin.getByText('Hubei', { exact: true })).toBeVisible()
  await expect(admin.getByText('Mongolia', { exact: true })).toBeVisible()
  await admin.goto('/equipment/map?at=30.600,114.300,8')
  await expect(admin.getByText('Wuhan', { exact: true })).toBeVisible()
  await expect(admin.getByText('Hubei', { exact: true })).toHaveCount(0)
})
