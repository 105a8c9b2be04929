import { appReleases } from '@wattkeeper/contracts/api/app-releases'
import { apps, downloadLanguages } from '@wattkeeper/contracts/public-pages'
import type { Page } from '@playwright/test'
import { expect, test, visit } from './journeys.ts'

const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

const missing = {
  zh: 'Android 版尚未发布',
  en: 'has not been released yet',
  es: 'todavía no está publicada',
  fr: 'n’est pas encore publiée',
  de: 'noch nicht erschienen',
  it: 'non è ancora disponibile',
  ja: 'まだ公開されていません',
} as const

for (const language of downloadLanguages) {
  test(`the download page speaks ${language} to a browser in that language, and says that nothing is released`, async ({
    browser,
  }) => {
    await visit(browser, { locale: language, userAgent: android }, async (page) => {
      await page.goto('/e-ark')
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : language)
      await expect(page.locator('.ios')).toBeHidden()
      await page.locator('.android').click()
      await expect(page.getByRole('alert').filter({ visible: true })).toContainText(missing[language])
    })
  })
}

test('a release made on the screen is what the download pages lead to', async ({
  admin,
  browser,
  baseURL,
}) => {
  const [{ name }] = apps
  await admin.goto('/system/app')
  await release(admin, { version: '1.9', url: `${baseURL ?? ''}/favicon.svg?v=1.9` })
  await release(admin, { version: '1.10', url: `${baseURL ?? ''}/favicon.svg?v=1.10` })
  const offered = admin.getByRole('row').filter({ hasText: 'Android' }).filter({ hasText: '当前下载' })
  await expect(offered).toHaveCount(1)
  await expect(offered).toContainText('1.10')
  const token = (await admin.context().cookies()).find((cookie) => cookie.name === 'Admin-Token')?.value ?? ''
  const made = await admin.request.post(appReleases.create.path, {
    headers: { authorization: token },
    data: { appCode: 'wattkeeper', platform: 'ios', version: '1.0', url: `${baseURL ?? ''}/pic` },
  })
  expect(await made.json()).toMatchObject({ code: 200 })
  await visit(browser, { userAgent: android }, async (page) => {
    await page.goto('/download?lang=it')
    await page.getByRole('link', { name: 'Scarica per Android' }).click()
    await expect(page).toHaveURL(/favicon\.svg\?v=1\.10$/)
  })
  await visit(browser, { userAgent: iphone }, async (page) => {
    await page.goto('/download?lang=en')
    await expect(page.getByRole('link', { name: 'Download for Android' })).toBeHidden()
    await page.getByRole('link', { name: 'Open the App Store' }).click()
    await expect(page).toHaveURL(/\/pic$/)
  })
  await visit(browser, {}, async (page) => {
    await page.goto('/download?lang=en')
    await expect(page.getByRole('link', { name: /Android|App Store/ })).toHaveCount(2)
    await expect(page.getByRole('img', { name: 'Scan with your phone' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  })
  await offered.getByRole('button', { name: /删\s?除/ }).click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await expect(offered).toContainText('1.9')
})

async function release(
  page: Page,
  { version, url }: { readonly version: string; readonly url: string },
): Promise<void> {
  await page.getByRole('button', { name: '发布新版本' }).first().click()
  const form = page.getByRole('dialog').first()
  await form.getByLabel('版本号').fill(version)
  await form.getByLabel('链接').fill(url)
  await form.getByRole('button', { name: /确\s?定/ }).click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect(page.getByRole('row').filter({ hasText: version }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
