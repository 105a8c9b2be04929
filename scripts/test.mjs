// `npm test`: unit and integration tests of all packages, then the browser journeys; ends with "N passed, N failed".
// With arguments only the tests of those files run: npm test -- packages/server/src/features/devices
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureServers } from './servers.mjs'
import { ensureConsole, ensurePackages, environment, foreground, main, node24, root } from './setup.mjs'

async function runVitest(folder, files) {
  const report = join(folder, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files]
  const code = await foreground(node24, [join(root, 'node_modules/vitest/vitest.mjs'), ...args])
  return counted(code, report, (result) => ({
    passed: result.numPassedTests,
    // A file that does not even load has no failed test of its own.
    failed: result.testResults.reduce((sum, file) => {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed').length
      return sum + (failed === 0 && file.status === 'failed' ? 1 : failed)
    }, 0),
  }))
}

async function runJourneys(folder) {
  ensureConsole()
  const report = join(folder, 'playwright.json')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const code = await foreground(node24, [cli, 'test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env: { ...environment, CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  return counted(code, report, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }))
}

/** A runner that fails without a failed test (it crashed, it found none) is one failure. */
function counted(code, report, count) {
  const counts = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

await main(async () => {
  ensurePackages()
  ensureServers()
  const files = process.argv.slice(2)
  const folder = mkdtempSync(join(tmpdir(), 'wattkeeper-test-'))
  try {
    const results = [await runVitest(folder, files)]
    if (files.length === 0) results.push(await runJourneys(folder))
    const sum = (kind) => results.reduce((total, result) => total + result[kind], 0)
    console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
    return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
