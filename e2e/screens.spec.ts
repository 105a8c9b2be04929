import type { Page } from '@playwright/test'
import { findings } from './findings.ts'
import { expect, test } from './journeys.ts'

const screens = [
  '/dashboard',
  '/equipment/list',
  '/equipment/rejected',
  '/equipment/map',
  '/maintenance/exitWarning',
  '/maintenance/exitWarning?tab=history',
  '/maintenance/eventsearch',
  '/maintenance/logextract',
  '/maintenance/advertise',
  '/maintenance/notification',
  '/maintenance/notification?tab=channels',
  '/maintenance/notification?tab=log',
  '/maintenance/notification?tab=settings',
  '/upgrade/file',
  '/upgrade/hardware',
  '/maintenance/batchsetting',
  '/maintenance/rollout',
  // the first one of the journeys of roll-outs, or that there is none
  '/maintenance/rollout?id=1',
  '/upgrade/task',
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
/** The dialogs about a device, by its type. */
const dialogs: readonly (readonly [type: number, keys: readonly string[]])[] = [
  [1, ['runtime', 'runtime&open.tab=upload', 'runtime&open.tab=log', 'live', 'links']],
  [2, ['runtime']],
  [3, ['attributes', 'control', 'control&open.tab=control']],
  [4, ['battery']],
]
/** Their dialogs to add something have no address. */
const withAddDialog = ['/upgrade/file', '/upgrade/hardware']
const looks = [
  { language: 'zh', theme: 'light', width: 1440, height: 900 },
  { language: 'en', theme: 'dark', width: 1440, height: 900 },
  { language: 'en', theme: 'light', width: 390, height: 844 },
  { language: 'zh', theme: 'dark', width: 390, height: 844 },
] as const

// every screen and every dialog is looked at, one after the other
test.describe.configure({ timeout: 300_000 })

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
    const id = new URL(device, 'http://here').searchParams.get('id') ?? ''
    const ofDevice = [device, `${device}&tab=04`, `${device}&open=upgrade&device=${id}`]
    for (const screen of [...screens, ...ofDevice]) {
      await admin.goto(screen)
      await expect(admin.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await findings(admin), screen).toEqual([])
      expect(await overflow(admin), screen).toBeLessThanOrEqual(0)
    }
    for (const [type, keys] of dialogs) {
      const one = new URL(await firstDevice(admin, type), 'http://here').searchParams.get('id') ?? ''
      for (const key of keys) {
        await admin.goto(`/equipment/list?open=${key}&device=${one}`)
        await expect(admin.getByRole('dialog')).toBeVisible()
        await expect(admin.locator('[aria-busy=true]')).toHaveCount(0)
        expect(await findings(admin), key).toEqual([])
        expect(await overflow(admin), key).toBeLessThanOrEqual(0)
      }
    }
    for (const screen of withAddDialog) {
      await admin.goto(screen)
      await admin
        .getByRole('button', { name: /^(新\s?增|Add)$/ })
        .first()
        .click()
      await expect(admin.getByRole('dialog')).toBeVisible()
      expect(await findings(admin), `${screen}: add`).toEqual([])
    }
  })
}

/** How much wider the page is than what shows it. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** One of the simulated fleet; those that journeys add stand at the end. */
async function firstDevice(page: Page, equipTypeId?: number): Promise<string> {
  await page.goto(
    equipTypeId === undefined ? '/equipment/list' : `/equipment/list?isOnline=1&equipTypeId=${equipTypeId}`,
  )
  return (await page.locator('a[href^="/equipentry/detail"]').first().getAttribute('href')) ?? ''
}
