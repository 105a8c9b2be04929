import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import { createBackup } from './platform/database/backup/backup.ts'

// npm run backup FILE

const file = process.argv[2]
if (file === undefined || process.argv.length > 3) {
  process.stderr.write('Usage: npm run backup FILE\n')
  process.exit(2)
}
try {
  const { dataDir, storage } = readConfig()
  if (storage.external)
    throw new Error(
      'The database of DATABASE_URL is not in DATA_DIR; it is backed up with its own means, such as pg_dump.',
    )
  await createBackup({
    dataDir,
    file: resolve(file),
    say: (table) => {
      if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${table}`)
    },
  })
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  process.stdout.write(`Saved ${dataDir} to ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
