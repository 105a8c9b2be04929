import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { restoreBackup } from './platform/database/backup/restore.ts'

// npm run restore FILE, or: npm run restore -- --force FILE

try {
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0)
    throw new Error('Usage: npm run restore FILE, or npm run restore -- --force FILE')
  const { dataDir } = readConfig()
  await restoreBackup({
    dataDir,
    file: resolve(file),
    migrationsFolder: fileURLToPath(new URL('../migrations', import.meta.url)),
    force: values.force === true,
  })
  process.stdout.write(`Restored ${file} to ${dataDir}; "npm start" brings it up.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
