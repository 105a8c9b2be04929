// Finds a Chromium for the browser journeys, or brings one to the machine.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { apt, canUseApt } from './apt.mjs'
import { SetupError, environment, node24, root } from './setup.mjs'

/** The path of a Chromium that starts. */
export function ensureChromium() {
  const found = candidates().find(works)
  if (!found) install()
  const chromium = found ?? candidates().find(works)
  if (!chromium) {
    throw new SetupError(
      'There is no Chromium for the browser tests; install one, or set CHROMIUM_PATH to it.',
    )
  }
  ensureChineseFont()
  return chromium
}

function candidates() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [
    process.env.CHROMIUM_PATH,
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...playwrightCache(),
  ].filter((path) => path && existsSync(path))
}

/** Any revision will do: the journeys ask for nothing that only one of them can. */
function playwrightCache() {
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    join(homedir(), process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright')
  if (!existsSync(cache)) return []
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ]
  return readdirSync(cache)
    .filter((name) => name.startsWith('chromium'))
    .sort()
    .reverse()
    .flatMap((name) => programs.map((program) => join(cache, name, program)))
}

// On some systems the name leads to a stub that only says where to get the real one.
function works(path) {
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function install() {
  console.log('Fetching a Chromium for the browser tests (once)')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  spawnSync(node24, [cli, 'install', 'chromium'], { env: environment, stdio: 'inherit', timeout: 300_000 })
  if (candidates().some(works)) return
  if (canUseApt()) apt(['chromium'])
}

function ensureChineseFont() {
  const fonts = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' })
  if (process.platform !== 'linux' || fonts.stdout?.trim()) return
  if (canUseApt()) apt(['fonts-noto-cjk'])
  else console.log('No Chinese font is installed: screenshots will show boxes.')
}
