import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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
import { newFileKey, openFolderStore } from './platform/files/index.ts'
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

/** An advertisement's bytes beside its row, one row whose bytes are gone, and bytes that no row knows. */
async function keepFiles(dataDir: string, { urls }: RunningPostgres): Promise<Buffer> {
  const store = openFolderStore({ folder: join(dataDir, 'files'), reserved: 0 })
  const bytes = randomBytes(300_000)
  const [kept, stray] = [newFileKey(), newFileKey()]
  const { size, md5, sha256 } = await store.write(kept, Readable.from([bytes]), { maxBytes: 1e6 })
  await store.write(stray, Readable.from(['stray']), { maxBytes: 10 })
  await withDatabase(urls.system, (db) =>
    db.query(
      `insert into stored_files (key, organization_id, size, md5, sha256) values ($1, 1, $3, $4, $5), ($2, 1, $3, $4, $5)`,
      [kept, newFileKey(), size, md5, sha256],
    ),
  )
  return bytes
}

/** What of the rows of files is there, and what is there beside them. */
async function filesOf(dataDir: string, { urls }: RunningPostgres) {
  const store = openFolderStore({ folder: join(dataDir, 'files'), reserved: 0 })
  const { rows } = await withDatabase(urls.system, (db) =>
    db.query<{ key: string; sha256: string }>('select key, sha256 from stored_files order by id'),
  )
  const there: string[] = []
  for await (const { key } of store.list()) there.push(key)
  const whole: Buffer[] = []
  for (const { key, sha256 } of rows.filter(({ key }) => there.includes(key))) {
    const bytes = await buffer(await store.read(key))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    whole.push(bytes)
  }
  return { whole, strays: there.length - whole.length, missing: rows.length - whole.length }
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

test('a fleet with its history and its files comes back row by row and byte by byte, and goes on', async () => {
  const file = join(folder, 'fleet.backup')
  const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
  const original = await startPostgres({ dataDir: join(folder, 'original'), durable: false })
  let before: Contents
  let bytes: Buffer
  try {
    await prepareDatabase(original.urls.owner)
    await liveFor(original)
    bytes = await keepFiles(join(folder, 'original'), original)
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
    expect(await filesOf(copy, restored)).toEqual({ whole: [bytes], strays: 1, missing: 1 })
    expect(await prepareDatabase(restored.urls.owner)).toEqual([])
    await liveFor(restored)
    expect((await contents(restored))['devices']?.rows).toBe(6)
  } finally {
    await restored.stop()
  }
}, 120_000)
