import type { Page } from '@playwright/test'
import { obedient, setSoc } from './batches.ts'
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
const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }
/** How every screen is looked at: loaded in the first look, and changed in place into the second. */
const visits = [
  {
    language: 'zh',
    looks: [
      { theme: 'light', size: wide },
      { theme: 'dark', size: narrow },
    ],
  },
  {
    language: 'en',
    looks: [
      { theme: 'light', size: narrow },
      { theme: 'dark', size: wide },
    ],
  },
] as const

// every screen and every dialog is looked at, one after the other
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

for (const { language, looks } of visits) {
  const [first] = looks
  test(`no finding of axe and no error on any screen: ${language}, ${first.theme} at ${first.size.width} px first`, async ({
    admin,
  }) => {
    const wear = async ({ theme, size }: (typeof looks)[number]) => {
      await admin.emulateMedia({ colorScheme: theme })
      await admin.setViewportSize(size)
    }
    const inspect = async (title: string) => {
      for (const look of looks) {
        await wear(look)
        await expect(admin.locator(`html[data-theme=${look.theme}]`)).toBeAttached()
        await expect(admin.locator('[aria-busy=true]')).toHaveCount(0)
        const where = `${title}, ${look.theme}, ${look.size.width} px`
        expect(await findings(admin), where).toEqual([])
        expect(await overflow(admin), where).toBeLessThanOrEqual(0)
      }
    }
    const load = async (address: string) => {
      await wear(first)
      await admin.goto(address)
      await expect(admin.locator('[aria-busy=true]')).toHaveCount(0)
    }
    await setSoc(admin, [await obedient(admin)], { count: 1, soc: 90 })
    await admin.evaluate((wanted) => localStorage.setItem('wk-language', wanted), language)
    const device = await firstDevice(admin)
    const id = new URL(device, 'http://here').searchParams.get('id') ?? ''
    for (const screen of [...screens, device, `${device}&tab=04`, `${device}&open=upgrade&device=${id}`]) {
      await load(screen)
      await inspect(screen)
    }
    for (const [type, keys] of dialogs) {
      const one = new URL(await firstDevice(admin, type), 'http://here').searchParams.get('id') ?? ''
      for (const key of keys) {
        await load(`/equipment/list?open=${key}&device=${one}`)
        await expect(admin.getByRole('dialog')).toBeVisible()
        await inspect(key)
      }
    }
    for (const screen of withAddDialog) {
      await load(screen)
      await admin
        .getByRole('button', { name: /^(新\s?增|Add)$/ })
        .first()
        .click()
      await expect(admin.getByRole('dialog')).toBeVisible()
      await inspect(`${screen}: add`)
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
