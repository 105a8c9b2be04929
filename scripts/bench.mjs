// `npm run bench`: measures the product on this machine and writes docs/benchmarks.md; --help tells the rest.
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureConsole, ensurePackages, environment, foreground, main, node24, root } from './setup.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  ensurePackages()
  const only = args[args.indexOf('--only') + 1]
  const looksAtConsole = !args.includes('--help') && (!args.includes('--only') || /console|map/.test(only))
  if (looksAtConsole) ensureConsole()
  const env = looksAtConsole ? { ...environment, CHROMIUM_PATH: ensureChromium() } : environment
  const code = await foreground(node24, [join(root, 'packages/server/bench/main.ts'), ...args], { env })
  return typeof code === 'number' ? code : 1
})
