import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { get } from 'node:http'
import { median } from './figures.ts'

/** Looks at the console with Chromium, whose processor is slowed down four times, as on an old office machine. */

export interface Visit {
  /** Milliseconds from the start of the navigation until the screen could be used. */
  readonly readyMs: number
  readonly blockedMs: number
  readonly shift: number
  /** Of the scripts that came until then, as the server sends them with gzip. */
  readonly bytes: number
  readonly scripts: readonly string[]
}

const slowDown = 4
const settleMs = 1_500
const patienceMs = 30_000
/** After a gesture, until the map has asked and drawn anew. */
const pauseMs = 700

const row = 'tbody tr[data-row-key]'

// Runs in the page before anything of the page does.
const observe = `
  window.seen = { blocked: 0, shift: 0, row: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.seen.blocked += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${row}')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.seen.row = performance.now() }))
  }).observe(document, { childList: true, subtree: true })`

/** The login page is usable when its script has run, which is before the document is said to be complete. */
const loginReadyAt = `(performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd) || 0`
const rowShownAt = `window.seen.row`

export class Screens {
  private readonly browser: Browser
  private readonly origin: string
  private readonly token: string

  private constructor(browser: Browser, { origin, token }: { origin: string; token: string }) {
    this.browser = browser
    this.origin = origin
    this.token = token
  }

  static async open(executablePath: string, at: { origin: string; token: string }): Promise<Screens> {
    // By itself it would end the bench at a signal, before anything is put away.
    const ownsSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
    const args = ['--no-sandbox', '--disable-gpu']
    const browser = await chromium.launch({ executablePath, args, ...ownsSignals })
    return new Screens(browser, at)
  }

  login(times: number): Promise<Visit> {
    return this.visits(times, { path: '/login', sign: '#submit', readyAt: loginReadyAt, isSignedIn: false })
  }

  firstTable(times: number): Promise<Visit> {
    return this.visits(times, { path: '/equipment/list', sign: row, readyAt: rowShownAt, isSignedIn: true })
  }

  /** What a screen fetches beyond what another has fetched already. */
  async further(path: string, known: readonly string[]): Promise<number> {
    const context = await this.context(true)
    try {
      const page = await context.newPage()
      await page.goto(this.origin + path, { waitUntil: 'load' })
      await page.waitForTimeout(settleMs)
      const scripts = await scriptsOf(page, Number.MAX_VALUE)
      return await this.bytesOf(scripts.filter((script) => !known.includes(script)))
    } finally {
      await context.close()
    }
  }

  /** Milliseconds between frames while the map is dragged about and zoomed, at full speed of the processor. */
  async mapFrames(path: string): Promise<readonly number[]> {
    const context = await this.context(true)
    try {
      const page = await context.newPage()
      await page.goto(this.origin + path, { waitUntil: 'load', timeout: patienceMs })
      await page.locator('.leaflet-container').waitFor({ timeout: patienceMs })
      await page.waitForTimeout(settleMs)
      await page.evaluate(watchFrames)
      await moveAbout(page)
      const frames = await page.evaluate<unknown>('window.wkFrames')
      return Array.isArray(frames) ? frames.map(Number) : []
    } finally {
      await context.close()
    }
  }

  close(): Promise<void> {
    return this.browser.close()
  }

  /** Each time with a cache of its own; the middle of each figure. */
  private async visits(times: number, visit: Where): Promise<Visit> {
    const all: Omit<Visit, 'bytes'>[] = []
    for (let i = 0; i < times; i++) all.push(await this.visit(visit))
    const scripts = all.at(-1)?.scripts ?? []
    return {
      readyMs: median(all.map(({ readyMs }) => readyMs)),
      blockedMs: median(all.map(({ blockedMs }) => blockedMs)),
      shift: median(all.map(({ shift }) => shift)),
      bytes: await this.bytesOf(scripts),
      scripts,
    }
  }

  private async visit({ path, sign, readyAt, isSignedIn }: Where): Promise<Omit<Visit, 'bytes'>> {
    const context = await this.context(isSignedIn)
    try {
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
      await page.addInitScript(observe)
      await page.goto(this.origin + path, { waitUntil: 'load', timeout: patienceMs })
      await page.locator(sign).first().waitFor({ timeout: patienceMs })
      await page.waitForTimeout(settleMs)
      const readyMs = await numberIn(page, readyAt)
      return {
        readyMs,
        blockedMs: await numberIn(page, 'window.seen.blocked'),
        shift: await numberIn(page, 'window.seen.shift'),
        scripts: await scriptsOf(page, readyMs),
      }
    } finally {
      await context.close()
    }
  }

  private async context(isSignedIn: boolean): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      viewport: { width: 1_440, height: 900 },
      locale: 'zh-CN',
    })
    if (isSignedIn) await context.addCookies([{ name: 'Admin-Token', value: this.token, url: this.origin }])
    return context
  }

  private async bytesOf(scripts: readonly string[]): Promise<number> {
    const sizes = await Promise.all(scripts.map(gzippedBytes))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
}

const watchFrames = `
  window.wkFrames = []
  let last = performance.now()
  const frame = (now) => { window.wkFrames.push(now - last); last = now; requestAnimationFrame(frame) }
  requestAnimationFrame(frame)`

/** Across the country, nearer and farther, as somebody does who looks for something. */
async function moveAbout(page: Page): Promise<void> {
  const [x, y] = [720, 560]
  const drag = async (byX: number, byY: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 30; step++) await page.mouse.move(x + (byX * step) / 30, y + (byY * step) / 30)
    await page.mouse.up()
    await page.waitForTimeout(pauseMs)
  }
  for (const wheel of [0, -240, -240, -240, 240, 240]) {
    await page.mouse.move(x, y)
    if (wheel !== 0) await page.mouse.wheel(0, wheel)
    await page.waitForTimeout(pauseMs)
    await drag(-260, 60)
    await drag(260, -60)
  }
}

interface Where {
  readonly path: string
  /** What is there when the screen is ready, and an expression for when that was. */
  readonly sign: string
  readonly readyAt: string
  readonly isSignedIn: boolean
}

async function numberIn(page: Page, expression: string): Promise<number> {
  return Number(await page.evaluate<unknown>(expression))
}

/** The addresses of the scripts that had arrived by then. */
async function scriptsOf(page: Page, untilMs: number): Promise<string[]> {
  const found = await page.evaluate<unknown>(
    `performance.getEntriesByType('resource').filter(({ name, responseEnd }) =>
      new URL(name).pathname.endsWith('.js') && responseEnd <= ${untilMs}).map(({ name }) => name)`,
  )
  return Array.isArray(found) ? [...new Set(found.map(String))] : []
}

function gzippedBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => (bytes += part.length))
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
