import { type Browser, type BrowserContextOptions, type Page, test as base, expect } from '@playwright/test'
import { type MqttClient, connectAsync } from 'mqtt'
import { installation } from './installation.ts'

interface Fixtures {
  /** Signed in as the administrator; a message of the browser console that is an error fails the journey. */
  readonly admin: Page
}

export const test = base.extend<Fixtures>({
  admin: async ({ page }, use) => {
    const errors = watchErrors(page)
    await signIn(page, installation.admin)
    await use(page)
    expect(errors).toEqual([])
  },
})

export { expect }

/** What the browser complains about: script errors, refused scripts, missing files. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    // A server that a journey kills is gone for a moment: the console's own banner says so, the browser too.
    const isOutage =
      /Failed to load resource|net::ERR_/.test(message.text()) && !message.text().includes('404')
    if (message.type() === 'error' && !isOutage) errors.push(message.text())
  })
  return errors
}

/** Somebody who is not signed in, with a browser of these traits. */
export async function visit<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

export interface Credentials {
  readonly loginName: string
  readonly password: string
}

export async function signIn(page: Page, { loginName, password }: Credentials): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('用户名').fill(loginName)
  await page.locator('#password').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  // the dashboard, or the dialog of a user who must change the password first
  const inside = page.getByRole('link', { name: /在线设备/ }).or(page.getByRole('dialog'))
  await expect(inside.first()).toBeVisible()
}

/** A device of a maker who has read docs/device-protocol.md and took a library from the shelf. */
export async function connectDevice(code: string, secret: string): Promise<MqttClient> {
  return connectAsync(`mqtt://127.0.0.1:${installation.mqttPort}`, {
    clientId: code,
    username: code,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 500,
  })
}

export async function publish(device: MqttClient, topic: string, payload: object): Promise<void> {
  const code = device.options.clientId ?? ''
  await device.publishAsync(`v1/${code}/${topic}`, JSON.stringify({ ts: Date.now(), ...payload }), { qos: 1 })
}
