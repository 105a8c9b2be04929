import type { Route } from '@wattkeeper/contracts/kit'
import type { Locator, Page } from '@playwright/test'
import { expect } from './journeys.ts'

/** The form of a screen; a question lies above it. */
export const formOf = (page: Page): Locator => page.getByRole('dialog').first()
/** The dialog on top. */
export const topOf = (page: Page): Locator => page.getByRole('dialog').last()

/** The design puts a space between two Chinese characters of a button. */
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name: new RegExp(`^${name.replace(/^(.)(.)$/, '$1\\s?$2')}$`) })

export async function openAdd(page: Page, screen: string): Promise<Locator> {
  await page.goto(screen)
  await button(page, '新增').first().click()
  await expect(formOf(page).getByRole('textbox').first()).toBeVisible()
  return formOf(page)
}

/** Presses the button of a form and expects to be asked this, and answers yes; the form closes. */
export async function submit(page: Page, question: string, ok = '确定'): Promise<void> {
  await button(formOf(page), ok).click()
  await answer(page, question, '确定')
  await expect(page.getByRole('dialog').filter({ hasText: question })).toHaveCount(0)
}

/** The same, whatever is asked. */
export async function submitAnyway(page: Page, form: Locator): Promise<void> {
  await button(form, '确定').click()
  await button(topOf(page), '确定').click()
}

/** Expects a question and presses one of its buttons. */
export async function answer(page: Page, question: string, name: string): Promise<void> {
  const box = page.getByRole('dialog').filter({ hasText: question }).last()
  await expect(box).toBeVisible()
  await button(box, name).click()
}

export async function expectTexts(within: Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(within.getByText(text, { exact: true }).first()).toBeVisible()
}

/** The list of a select, found through its field: another one may still be fading away. */
export async function openList(page: Page, field: Locator): Promise<Locator> {
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  const id = await field.getAttribute('aria-controls')
  return page.locator('.ant-select-dropdown', { has: page.locator(`[id="${id ?? ''}"]`) })
}

export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  const list = await openList(page, field)
  await list.locator('.ant-select-item-option', { hasText: option }).first().click()
  await field.blur()
}

/** Takes the first option by keyboard. */
export async function chooseFirst(page: Page, field: Locator): Promise<void> {
  const list = await openList(page, field)
  await expect(list.locator('.ant-select-item-option-active')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
}

export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Opens the menu of a row, and presses one of its items. */
export async function pressMore(page: Page, row: Locator, item: string): Promise<void> {
  await button(row, '更多').click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Asks the server as whoever is signed in on the page: for what a journey is not about. */
export async function callApi(page: Page, route: Route, input: object = {}): Promise<void> {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'Admin-Token')
  const answered = await page.request.post(route.path, {
    headers: { authorization: cookie?.value ?? '' },
    data: input,
  })
  expect(await answered.json(), route.name).toMatchObject({ code: 200 })
}
