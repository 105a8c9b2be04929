import { downloadLanguages, publicPages } from '@wattkeeper/contracts/public-pages'
import type { Page } from '@playwright/test'
import { findings } from './findings.ts'
import { expect, test, visit, watchErrors } from './journeys.ts'

const mostScriptBytes = 15 * 1024
const leastShift = 0.01
/** The studio's five tabs, each on a page of its own. */
const mostPages = 5

const sheets = publicPages.flatMap(({ path, languages }) => languages.map((language) => ({ path, language })))
const studioTabs = ['advertising', 'marketing', 'modelling', 'rendering'].map((tab) => `/asgoft#${tab}`)
const addresses = [...sheets.map(({ path, language }) => `${path}?lang=${language}`), ...studioTabs]

// some forty pages, each looked through by axe
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

/** Counts from the first paint on what moves without being asked to. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    globalThis.shifted = 0
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) globalThis.shifted += 'value' in entry ? Number(entry.value) : 0
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  })

for (const { colorScheme, width, height } of [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'light', width: 320, height: 640 },
] as const) {
  test(`public pages: no finding of axe, nothing moves or overflows, ${colorScheme}, ${width} px`, async ({
    browser,
  }) => {
    await visit(browser, { colorScheme, viewport: { width, height } }, async (page) => {
      const errors = watchErrors(page)
      await watchShifts(page)
      for (const address of addresses) {
        await page.goto('about:blank')
        await page.goto(address, { waitUntil: 'load' })
        expect(await findings(page), address).toEqual([])
        const { overflow, shifted } = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - innerWidth,
          shifted: globalThis.shifted,
        }))
        expect(overflow, address).toBeLessThanOrEqual(0)
        expect(shifted, address).toBeLessThan(leastShift)
      }
      expect(errors).toEqual([])
    })
  })
}

test('public pages weigh little, tell what language they are in, and have a card to share', async ({
  browser,
}) => {
  await visit(browser, {}, async (page) => {
    const seen: { path: string; lang: string | null; title: string }[] = []
    for (const { path, language } of sheets) {
      const sizes: Promise<number>[] = []
      page.removeAllListeners('response')
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') {
          sizes.push(
            response
              .request()
              .sizes()
              .then(({ responseBodySize }) => responseBodySize),
          )
        }
      })
      await page.goto(`${path}?lang=${language}`)
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      expect(bytes, path).toBeLessThan(mostScriptBytes)
      const image = await page.locator('meta[property="og:image"]').getAttribute('content')
      expect((await page.request.get(image ?? '')).headers()['content-type']).toBe('image/png')
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S{3}/)
      const lang = await page.locator('html').getAttribute('lang')
      expect(lang).toBe(language === 'zh' ? 'zh-CN' : language)
      seen.push({ path, lang, title: await page.title() })
    }
    expect(seen.find(({ path }) => path === '/asgoft')?.title).toBe('ASGOFT')
    const titles = seen.filter(({ path }) => path === '/download').map(({ title }) => title)
    expect(new Set(titles).size).toBe(downloadLanguages.length)
  })
})

test('printed by somebody who reads in the dark, every page is dark on white, without its menus', async ({
  browser,
}) => {
  await visit(browser, { colorScheme: 'dark', viewport: { width: 718, height: 1047 } }, async (page) => {
    await page.emulateMedia({ media: 'print' })
    for (const { path, language } of sheets) {
      await page.goto(`${path}?lang=${language}`)
      // Paper keeps no backgrounds, so that only the ink decides what can be read.
      const pale = await page.evaluate(() => {
        const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        const onWhite = (colour: string) => {
          const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) =>
            linear(Number(part) / 255),
          )
          return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
        }
        return Array.from(document.querySelectorAll('h1, h2, h3, p, dt, dd, li, a, figcaption'))
          .filter(
            (element) =>
              element.checkVisibility({ visibilityProperty: true }) && element.textContent.trim() !== '',
          )
          .filter((element) => onWhite(getComputedStyle(element).color) < 4.5)
          .map((element) => element.textContent.trim().slice(0, 40))
      })
      expect(pale, `${path} ${language}`).toEqual([])
      await expect(page.locator('header nav').filter({ visible: true })).toHaveCount(0)
      const pages =
        (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
      expect(pages, path).toBeLessThanOrEqual(mostPages)
    }
  })
})

test('texts are there without script, and the terms say what they must', async ({ browser }) => {
  await visit(browser, { javaScriptEnabled: false }, async (page) => {
    for (const { path, language } of sheets) {
      await page.goto(`${path}?lang=${language}`)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    }
    await page.goto('/privacy_zh')
    for (const said of ['15个工作日', '30个自然日', '14周岁'])
      await expect(page.locator('main')).toContainText(said)
    await page.goto('/privacy_en')
    for (const said of ['15 working days', '30 calendar days', 'age of 14'])
      await expect(page.locator('main')).toContainText(said)
    for (const path of ['/agreement_zh', '/agreement_en']) {
      await page.goto(path)
      const heading = path.endsWith('zh')
        ? ['协议的接受', '禁止行为', '责任限制', '协议的变更', '支持与联系方式']
        : ['Acceptance', 'Prohibited uses', 'Limits of liability', 'Changes', 'Support']
      for (const said of heading)
        await expect(page.getByRole('heading', { name: new RegExp(said) }).first()).toBeVisible()
    }
    await page.goto('/asgoft')
    await page.getByRole('link', { name: '3D Modelling/Parts Drawing' }).click()
    await expect(page.getByRole('heading', { name: 'Drawn so that it can be made.' })).toBeVisible()
    await page.goto('/estolife?lang=de')
    await page.getByRole('link', { name: 'Für Android herunterladen' }).click()
    await expect(page.getByText('Die Android-Version ist noch nicht erschienen.')).toBeVisible()
  })
})

declare global {
  var shifted: number
}
