/**
 * Writes src/tables/ from a freshly migrated database, so that every query is checked against the real tables. With
 * --check it only says whether the files are fresh.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeCluster, startPostgres } from '../src/platform/database/embedded/postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'

const types = { int8: 'number', numeric: 'number', timestamptz: 'string', bytea: 'Buffer' }
const folder = fileURLToPath(new URL('../src/tables/', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'wattkeeper-tables-'))
const postgres = await startPostgres({ dataDir, durable: false })
try {
  await migrate({
    url: postgres.urls.owner,
    folder: fileURLToPath(new URL('../migrations', import.meta.url)),
  })
  const { status } = spawnSync(
    'kysely-codegen',
    [
      '--dialect=postgres',
      '--camel-case',
      '--log-level=error',
      '--default-schema=public',
      '--include-pattern=public.*',
      `--type-mapping=${JSON.stringify(types)}`,
      `--out-file=${join(dataDir, 'tables.ts')}`,
      `--url=${postgres.urls.owner}`,
    ],
    { stdio: 'inherit' },
  )
  process.exitCode = status === 0 ? settle(filesOf(readFileSync(join(dataDir, 'tables.ts'), 'utf8'))) : 1
} finally {
  await postgres.stop()
  removeCluster(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}

/** A file for the kinds of columns, one for each few tables, and one that knows them all: nobody reads a thousand lines. */
function filesOf(generated: string): Map<string, string> {
  const [head = '', ...blocks] = generated.split(/^(?=export )/m)
  const notice = `${head.slice(0, head.indexOf('*/'))}*/\n\n`
  const isTable = (block: string) => block.startsWith('export interface ')
  const isWhole = (block: string) => block.startsWith('export interface DB ')
  const kinds = blocks.filter((block) => !isTable(block))
  const groups = Map.groupBy(
    blocks.filter((block) => isTable(block) && !isWhole(block)),
    (block) => groupOf(nameOf(block)),
  )
  const files = new Map([
    ['kinds.generated.ts', `${notice}import type { ColumnType } from 'kysely'\n\n${kinds.join('')}`],
  ])
  for (const [group, tables] of groups)
    files.set(`${group}.generated.ts`, notice + importing(kinds, 'kinds', tables) + tables.join(''))
  const imports = [...groups].map(([group, tables]) => importing(tables, group, blocks.filter(isWhole)))
  files.set('index.generated.ts', notice + imports.join('') + blocks.filter(isWhole).join(''))
  return files
}

function nameOf(block: string): string {
  return /^export \w+ (\w+)/.exec(block)?.[1] ?? ''
}

/** By the first letter: a new table changes one file. */
function groupOf(name: string): string {
  const ranges = ['a-c', 'd-e', 'f-n', 'o-r', 's-z']
  return ranges.find((range) => name.charAt(0).toLowerCase() <= range.charAt(2)) ?? 's-z'
}

/** Those of the declared names that the blocks use. */
function importing(declared: readonly string[], from: string, blocks: readonly string[]): string {
  const text = blocks.join('')
  const used = declared.map(nameOf).filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return used.length === 0 ? '' : `import type { ${used.join(', ')} } from './${from}.generated.ts'\n\n`
}

/** Writes them, or says which differ; answers the exit code. */
function settle(files: Map<string, string>): number {
  mkdirSync(folder, { recursive: true })
  const there = readdirSync(folder)
  const stale = [...files].filter(
    ([name, text]) => !there.includes(name) || readFileSync(join(folder, name), 'utf8') !== text,
  )
  const strange = there.filter((name) => !files.has(name))
  if (process.argv.includes('--check')) {
    const wrong = [...stale.map(([name]) => name), ...strange]
    if (wrong.length > 0) process.stderr.write(`Not what the migrations make: ${wrong.join(', ')}\n`)
    return wrong.length > 0 ? 1 : 0
  }
  for (const name of strange) rmSync(join(folder, name))
  for (const [name, text] of stale) writeFileSync(join(folder, name), text)
  return 0
}
