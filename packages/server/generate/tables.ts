/**
 * Writes src/tables.generated.ts from a freshly migrated database, so that every query is checked against the real
 * tables. With --check it only says whether the file is fresh.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeCluster, startPostgres } from '../src/platform/database/embedded/postgres.ts'
import { migrate } from '../src/platform/database/migrate.ts'

const types = { int8: 'number', numeric: 'number', timestamptz: 'string', bytea: 'Buffer' }
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
      `--out-file=${fileURLToPath(new URL('../src/tables.generated.ts', import.meta.url))}`,
      `--url=${postgres.urls.owner}`,
      ...(process.argv.includes('--check') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
  removeCluster(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
}
