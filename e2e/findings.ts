import type axeCore from 'axe-core'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Half as long as what the package itself offers, and every page has to read it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe has against the page, a line each. */
export async function findings(page: Page): Promise<string[]> {
  // as a debugger does it: the page's own policy allows no foreign script
  await page.evaluate(source)
  // what passed is not described, element by element, for nobody reads it
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }))
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}

declare global {
  var axe: typeof axeCore
}
