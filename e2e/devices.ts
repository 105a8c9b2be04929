import { devices } from '@wattkeeper/contracts/api/devices'
import { operators } from '@wattkeeper/contracts/api/organizations'
import { type Locator, type Page, expect } from '@playwright/test'
import { button, chooseFirst, formOf, submitAnyway, topOf } from './forms.ts'

interface Wanted {
  readonly code: string
  readonly equipTypeId: number
  readonly equipModelId: number
  readonly longitude?: number
  readonly latitude?: number
}

export interface Added {
  readonly id: number
  readonly secret: string
}

/** A device of the first operator, for journeys that are not about the form. */
export async function addDevice(page: Page, wanted: Wanted): Promise<Added> {
  const headers = await rightsOf(page)
  const listed: unknown = await (await page.request.get(operators.list.path, { headers })).json()
  const operatorId = Number(part(part(part(listed, 'data'), '0'), 'id'))
  const data = { ...wanted, operatorId }
  const made: unknown = await (await page.request.post(devices.create.path, { headers, data })).json()
  const device = part(made, 'data')
  return { id: Number(part(device, 'id')), secret: String(part(device, 'secret')) }
}

/** Takes a device away again that other journeys would count. */
export async function removeDevice(page: Page, id: number): Promise<void> {
  const path = devices.remove.path.replace(':id', String(id))
  const answered: unknown = await (
    await page.request.post(path, { headers: await rightsOf(page), data: {} })
  ).json()
  expect(part(answered, 'code')).toBe(200)
}

async function rightsOf(page: Page): Promise<{ readonly authorization: string }> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token')?.value
  return { authorization: token ?? '' }
}

function part(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined
}

/** The form of a new device, filled in as a person does it. */
export async function fillNewDevice(page: Page, code: string): Promise<Locator> {
  await page.goto('/equipment/list')
  await button(page, '新增').first().click()
  const form = formOf(page)
  await form.getByLabel('设备编码').fill(code)
  for (const label of ['设备类型', '设备型号', '运营商']) await chooseFirst(page, form.getByLabel(label))
  return form
}

/** Saves it; answers the secret that is shown once. */
export async function submitNewDevice(page: Page, form: Locator): Promise<string> {
  await submitAnyway(page, form)
  const shown = topOf(page).locator('dd').last()
  await expect(shown).toHaveText(/^[\w-]{32,}$/)
  return shown.innerText()
}
