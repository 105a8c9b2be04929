import type { Page } from '@playwright/test'
import { findings } from './findings.ts'
import { expect, test } from './journeys.ts'

const screens = [
  '/dashboard',
  '/equipment/list',
  '/equipment/rejected',
  '/maintenance/exitWarning',
  '/maintenance/exitWarning?tab=history',
  '/organization/manufacturer',
  '/organization/operator',
  '/system/user',
  '/system/role',
  '/system/menu',
  '/system/dictionary',
  '/system/device-type',
  '/system/audit',
  '/system/api-key',
  '/system/app',
  '/404',
]
const looks = [
  { language: 'zh', theme: 'light', width: 1440, height: 900 },
  { language: 'en', theme: 'dark', width: 1440, height: 900 },
  { language: 'en', theme: 'light', width: 390, height: 844 },
  { language: 'zh', theme: 'dark', width: 390, height: 844 },
] as const

for (const { language, theme, width, height } of looks) {
  test(`no finding of axe and no error on any screen: ${language}, ${theme}, ${width} px`, async ({
    admin,
  }) => {
    await admin.setViewportSize({ width, height })
    await admin.evaluate(
      (wanted) => {
        localStorage.setItem('wk-language', wanted.language)
        localStorage.setItem('wk-theme', wanted.theme)
      },
      { language, theme },
    )
    const device = await firstDevice(admin)
    for (const screen of [...screens, device]) {
      await admin.goto(screen)
      await expect(admin.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await findings(admin), screen).toEqual([])
    }
  })
}

async function firstDevice(page: Page): Promise<string> {
  await page.goto('/equipment/list')
  return (await page.locator('a[href^="/equipentry/detail"]').first().getAttribute('href')) ?? ''
}
