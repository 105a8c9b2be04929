// `npm run check`: everything about the code that a machine can judge. Runs all checks, then says which failed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePackages, environment, main, node24, root } from './setup.mjs'

const tool = (file) => [node24, join(root, 'node_modules', file)]

const checks = [
  ['Lint: no finding of ESLint', ...tool('eslint/bin/eslint.js'), '--max-warnings=0', '.'],
  [
    'Format: every file is as Prettier writes it',
    ...tool('prettier/bin/prettier.cjs'),
    '--check',
    '--log-level=warn',
    '.',
  ],
  ...['contracts', 'server', 'simulator', 'console']
    .map((name) => `packages/${name}`)
    .concat('e2e')
    .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
    .map((folder) => [`Types: ${folder}`, 'tsc', '-p', folder]),
  [
    'Import rules: parts meet only where style.md lets them',
    ...tool('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config=.dependency-cruiser.cjs',
    'packages',
    'e2e',
  ],
  ['Dead code: every export, file and dependency is used', ...tool('knip/bin/knip.js'), '--no-progress'],
  ['Generated: the table types fit the migrations', node24, 'packages/server/generate/tables.ts', '--check'],
  [
    'Generated: the matrix of permissions is fresh',
    node24,
    'packages/server/generate/permissions.ts',
    '--check',
  ],
  ['Generated: the region file fits its sources', node24, 'packages/server/generate/regions.ts', '--check'],
]

/** Runs one check and prints its line, and all that it said where it fails; answers whether it holds. */
function holds([title, command, ...args]) {
  const startedAt = Date.now()
  const child = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`)
      if (code !== 0) console.log(said.trimEnd())
      resolve(code === 0)
    })
  })
}

await main(async () => {
  ensurePackages()
  const failed = []
  /** Takes checks until none is left. The first takes the longest, ESLint; the second meanwhile all others. */
  const lane = async () => {
    for (let check = checks.shift(); check; check = checks.shift()) {
      if (!(await holds(check))) failed.push(check[0])
    }
  }
  await Promise.all([lane(), lane()])
  if (failed.length === 0) console.log('All checks passed')
  else console.log(`Failed: ${failed.join('; ')}`)
  return failed.length === 0 ? 0 : 1
})
