import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facts } from './facts.ts'
import { startGateway } from './gateway.ts'
import { openBus } from './platform/bus/bus.ts'
import { createBackup } from './platform/database/backup/backup.ts'
import { restoreBackup } from './platform/database/backup/restore.ts'
import { removeCluster, startPostgres } from './platform/database/embedded/postgres.ts'
import type { RunningPostgres } from './platform/database/embedded/postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { connectDevice, makeDevices, say } from './testing/device-plane.ts'

// With the product's own tables: every migration must leave a database that goes through a backup and back.

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattkeeper-backup-'))
  // As root, Postgres runs as nobody, who must get through to the data folder.
  chmodSync(folder, 0o755)
})

afterAll(() => {
  for (const name of ['original', 'copy']) removeCluster(join(folder, name))
  rmSync(folder, { recursive: true, force: true })
})

async function withDatabase<T>(url: string, work: (db: pg.Pool) => Promise<T>): Promise<T> {
  const db = new pg.Pool({ connectionString: url, max: 1 })
  db.on('error', () => undefined)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** Devices that report, raise alarms and let them go; a part of it long ago. */
async function liveFor({ urls }: RunningPostgres): Promise<void> {
  const bus = await openBus<Facts>({ url: urls.system, onError: () => undefined })
  const gateway = await startGateway({
    databaseUrl: urls.system,
    bus,
    logger: pino({ level: 'silent' }),
    mqtt: { port: 0, address: '127.0.0.1' },
  })
  await withDatabase(urls.system, async (db) => {
    const ask = async <Row>(text: string, values?: unknown[]) => (await db.query(text, values)).rows as Row[]
    for (const device of await makeDevices(ask, 3, 2)) {
      const client = await connectDevice(gateway.port, device)
      const now = Date.now()
      for (const ts of [now - 40 * 86_400_000, now - 3 * 86_400_000]) {
        await say(client, 'telemetry', [{ ts, board: 'bms', values: { soc: 80, softwareVersion: '1.2' } }])
        await say(client, 'alarms', [
          { ts: ts - 500, values: { '03011001': 5 } },
          { ts, values: { '03011001': 0 } },
        ])
      }
      await say(client, 'telemetry', { ts: now, board: 'bms', values: { soc: 70 } })
      await say(client, 'alarms', { ts: now, values: { '03011001': 4 } })
      await say(client, 'telemetry', 'rubbish')
      await client.endAsync()
    }
  })
  await gateway.stop()
  await bus.close()
}

type Contents = Record<string, { rows: number; hash: string }>

/** Every table as a whole, whatever its partitions; the job library's own are not part of a backup. */
function contents({ urls }: RunningPostgres): Promise<Contents> {
  return withDatabase(urls.superuser, async (db) => {
    const tables = await db.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
        and n.nspname in ('public', 'migration') and (n.nspname, c.relname) <> ('migration', 'applied')`)
    const found: Contents = {}
    for (const { name } of tables.rows) {
      const { rows } = await db.query<{ rows: number; hash: string }>(
        `select count(*)::int as rows, md5(string_agg(t::text, ',' order by t::text)) as hash from ${name} t`,
      )
      if (rows[0]) found[name] = rows[0]
    }
    return found
  })
}

test('a fleet with its history comes back row by row, and goes on', async () => {
  const file = join(folder, 'fleet.backup')
  const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
  const original = await startPostgres({ dataDir: join(folder, 'original'), durable: false })
  let before: Contents
  try {
    await prepareDatabase(original.urls.owner)
    await liveFor(original)
    before = await contents(original)
  } finally {
    await original.stop()
  }
  for (const table of ['telemetry', 'latest_values', 'alarms', 'alarm_history', 'events', 'quarantine'])
    expect(before[table]?.rows, table).toBeGreaterThan(0)

  await createBackup({ dataDir: join(folder, 'original'), file, say: () => undefined })
  const copy = join(folder, 'copy')
  await restoreBackup({ dataDir: copy, file, migrationsFolder, force: false })

  const restored = await startPostgres({ dataDir: copy, durable: false })
  try {
    expect(await contents(restored)).toEqual(before)
    expect(await prepareDatabase(restored.urls.owner)).toEqual([])
    await liveFor(restored)
    expect((await contents(restored))['devices']?.rows).toBe(6)
  } finally {
    await restored.stop()
  }
}, 120_000)
