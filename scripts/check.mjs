// `npm run check`: everything about the code that a machine can judge. Runs all checks, then says which failed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePackages, environment, main, node24, root } from './setup.mjs'

const tool = (file) => [node24, join(root, 'node_modules', file)]

const checks = [
  [
    'Format: every file is as Prettier writes it',
    ...tool('prettier/bin/prettier.cjs'),
    '--check',
    '--log-level=warn',
    '.',
  ],
  ['Lint: no finding of ESLint', ...tool('eslint/bin/eslint.js'), '--max-warnings=0', '.'],
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

await main(() => {
  ensurePackages()
  const failed = checks.filter(([title, command, ...args]) => {
    const startedAt = Date.now()
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: root,
      env: environment,
      encoding: 'utf8',
    })
    console.log(`${status === 0 ? '✓' : '✗'} ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
    if (status !== 0) console.log(`${stdout}${stderr}`.trimEnd())
    return status !== 0
  })
  if (failed.length === 0) console.log('All checks passed')
  else console.log(`Failed: ${failed.map(([title]) => title).join('; ')}`)
  return failed.length === 0 ? 0 : 1
})
