import axeCore from 'axe-core'
import type { Page } from '@playwright/test'

/** What axe has against the page, a line each. */
export async function findings(page: Page): Promise<string[]> {
  // as a debugger does it: the page's own policy allows no foreign script
  await page.evaluate(axeCore.source)
  const { violations } = await page.evaluate(() => globalThis.axe.run())
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}

declare global {
  var axe: typeof axeCore
}
