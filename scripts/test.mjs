// `npm test`: unit and integration tests of all packages, then the browser journeys; ends with "N passed, N failed".
// With arguments only the tests of those files run: npm test -- packages/server/src/features/devices
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureServers } from './servers.mjs'
import { ensureConsole, ensurePackages, environment, foreground, main, node24, root } from './setup.mjs'
import { readVerdict, secondLook, tell } from './verdict.mjs'

async function runVitest(files) {
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/verdict-of-units.mjs')}`]
  return judged('vitest', [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...files], root)
}

async function runJourneys(files = []) {
  ensureConsole()
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const reporters = `--reporter=list,${join(root, 'scripts/verdict-of-journeys.mjs')}`
  const needed = { CHROMIUM_PATH: ensureChromium() }
  return judged('playwright', [cli, 'test', reporters, ...files], join(root, 'e2e'), needed)
}

async function judged(runner, args, cwd, needed = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'wattkeeper-test-'))
  const verdict = join(folder, 'verdict.json')
  try {
    const code = await foreground(node24, args, {
      cwd,
      env: { ...environment, ...needed, WK_VERDICT: verdict },
    })
    return readVerdict(verdict, runner, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main(async () => {
  ensurePackages()
  ensureServers()
  const files = process.argv.slice(2)
  const verdicts = [await secondLook(await runVitest(files), runVitest)]
  if (files.length === 0) verdicts.push(await secondLook(await runJourneys(), runJourneys))
  for (const verdict of verdicts) tell(verdict)
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0)
  const failed = verdicts.reduce((sum, { failures }) => sum + failures.length, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
})
