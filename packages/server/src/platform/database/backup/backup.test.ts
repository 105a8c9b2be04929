import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeCluster, startPostgres } from '../embedded/postgres.ts'
import { migrate } from '../migrate.ts'
import { lockFolder } from '../../supervisor/folder-lock.ts'
import { contentOf, createArchive, readArchive } from './archive.ts'
import { createBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { beginSwap, finishSwap, freshFolder } from './swap.ts'

const migration = `
  create table makers (id bigint generated always as identity primary key, name text not null, parent bigint references makers);
  insert into makers (name) values ('root');
  create table readings (
    maker_id bigint not null references makers, at timestamptz not null, numbers real[], extra jsonb, raw bytea,
    total real generated always as (numbers[1]) stored,
    primary key (maker_id, at)
  ) partition by range (at);
  create function touched() returns trigger language plpgsql as $$ begin new.name := new.name || '!'; return new; end $$;
  create trigger touched before insert on makers for each row execute function touched();
  alter table makers enable row level security;
  create unlogged table staging (id int);
  grant select, insert on makers, readings to wk_app, wk_system;`

const data = `
  insert into makers (name, parent) values ('换电\\t柜', 1), (E'two\\nlines\\\\', 2);
  create table readings_20260101 partition of readings for values from ('2026-01-01') to ('2026-01-02');
  create table readings_20260102 partition of readings for values from ('2026-01-02') to ('2026-01-03');
  insert into readings (maker_id, at, numbers, extra, raw)
    select 1, '2026-01-01'::timestamptz + n * interval '10 s', array[n / 3.0, null], '{"水": "💧\\n"}', '\\x00ff0a'
    from generate_series(1, 17000) n;`

const everything = `
  select (select json_agg(m order by id) from makers m) as makers,
    (select count(*) from readings_20260101)::int as first, (select count(*) from readings_20260102)::int as second,
    (select md5(string_agg(r::text, ',' order by at)) from readings r) as readings`

let folder: string
let file: string
let migrationsFolder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattkeeper-backup-'))
  chmodSync(folder, 0o755)
  file = join(folder, 'fleet.backup')
  migrationsFolder = join(folder, 'migrations')
  mkdirSync(migrationsFolder)
  writeFileSync(join(migrationsFolder, '0001-fleet.sql'), migration)
})

afterEach(() => {
  for (const name of ['original', 'copy']) removeCluster(join(folder, name))
  rmSync(folder, { recursive: true, force: true })
})

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts the database of an installation for the time of `work`. */
async function during<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    return await work(postgres.urls.superuser)
  } finally {
    await postgres.stop()
  }
}

/** An installation with rows in partitions, and a file. Answers what a restored one must show. */
async function original(): Promise<{ dataDir: string; rows: unknown[] }> {
  const dataDir = join(folder, 'original')
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    await migrate({ url: postgres.urls.owner, folder: migrationsFolder })
    await ask(postgres.urls.owner, data)
    for (const name of ['firmware', 'incoming']) mkdirSync(join(dataDir, 'files', name), { recursive: true })
    writeFileSync(join(dataDir, 'files', 'firmware', '固件.bin'), Buffer.alloc(100_000, 7))
    writeFileSync(join(dataDir, 'files', 'incoming', 'half'), Buffer.alloc(10))
    return { dataDir, rows: await ask(postgres.urls.superuser, everything) }
  } finally {
    await postgres.stop()
  }
}

const say = () => undefined

test('a restored installation holds every row, partition, file and counter of the original', async () => {
  const { dataDir, rows } = await original()
  await createBackup({ dataDir, file, say })
  const copy = join(folder, 'copy')
  await restoreBackup({ dataDir: copy, file, migrationsFolder, force: false })

  await during(copy, async (url) => {
    expect(await ask(url, everything)).toEqual(rows)
    expect(await ask(url, `insert into makers (name) values ('next') returning id, name`)).toEqual([
      { id: '4', name: 'next!' },
    ])
    expect(
      await ask(
        url,
        `select distinct relowner::regrole::text as owner from pg_class where relname like 'readings%'`,
      ),
    ).toEqual([{ owner: 'wk_owner' }])
    await expect(ask(url, `insert into readings values (99, '2026-01-01')`)).rejects.toThrow('foreign key')
  })
  expect(readFileSync(join(copy, 'files', 'firmware', '固件.bin'))).toEqual(Buffer.alloc(100_000, 7))
  // An upload that is under way is nobody's yet.
  expect(readdirSync(join(copy, 'files'))).toEqual(['firmware'])
  expect(readdirSync(copy).sort()).toEqual(['files', 'postgres'])
})

test('the backup of a running installation shows one instant, and partitions may be dropped meanwhile', async () => {
  const { dataDir, rows } = await original()
  const postgres = await startPostgres({ dataDir, durable: false })
  const unlock = lockFolder(dataDir)
  try {
    let done: Promise<unknown> | undefined
    // The tables come in the order of their names: what follows the first is not read yet, nor are the files.
    const files = join(dataDir, 'files', 'firmware')
    const interfere = () => {
      rmSync(join(files, '固件.bin'), { force: true })
      writeFileSync(join(files, 'later.bin'), 'later')
      done ??= ask(
        postgres.urls.owner,
        `insert into makers (name) values ('late'); drop table readings_20260102`,
      )
    }
    await createBackup({ dataDir, file, say: interfere })
    await done
  } finally {
    unlock()
    await postgres.stop()
  }
  const copy = join(folder, 'copy')
  await restoreBackup({ dataDir: copy, file, migrationsFolder, force: false })
  const [restored] = (await during(copy, (url) => ask(url, everything))) as {
    makers: unknown
    first: number
  }[]
  expect(readdirSync(join(copy, 'files', 'firmware'))).toEqual(['later.bin'])
  const [before] = rows as { makers: unknown; first: number }[]
  expect(restored?.makers).toEqual(before?.makers)
  expect(restored?.first).toEqual(before?.first)
})

test('restore refuses to replace an installation, unless told to', async () => {
  const { dataDir, rows } = await original()
  await createBackup({ dataDir, file, say })
  await during(dataDir, (url) => ask(url, `delete from readings; insert into makers (name) values ('later')`))
  const options = { dataDir, file, migrationsFolder }
  await expect(restoreBackup({ ...options, force: false })).rejects.toThrow('holds an installation already')
  await restoreBackup({ ...options, force: true })
  expect(await during(dataDir, (url) => ask(url, everything))).toEqual(rows)
  expect(readdirSync(dataDir).sort()).toEqual(['files', 'postgres'])
})

test('a damaged backup changes nothing', async () => {
  const { dataDir, rows } = await original()
  await createBackup({ dataDir, file, say })
  truncateSync(file, readFileSync(file).length - 20_000)
  await expect(restoreBackup({ dataDir, file, migrationsFolder, force: true })).rejects.toThrow()
  expect(await during(dataDir, (url) => ask(url, everything))).toEqual(rows)
  writeFileSync(file, 'something else')
  await expect(restoreBackup({ dataDir, file, migrationsFolder, force: true })).rejects.toThrow()
  expect(readdirSync(dataDir).sort()).toEqual(['files', 'postgres'])
})

test('a backup with a schema that this version does not know is refused', async () => {
  const { dataDir } = await original()
  await createBackup({ dataDir, file, say })
  const older = join(folder, 'older')
  mkdirSync(older)
  const options = { dataDir: join(folder, 'copy'), file, force: false }
  await expect(restoreBackup({ ...options, migrationsFolder: older })).rejects.toThrow(
    'by a newer Wattkeeper (0001-fleet.sql)',
  )
  writeFileSync(join(older, '0001-fleet.sql'), `${migration} -- changed`)
  await expect(restoreBackup({ ...options, migrationsFolder: older })).rejects.toThrow(
    'another 0001-fleet.sql',
  )
  expect(readdirSync(options.dataDir)).toEqual([])
})

test('files are copied as they were when they were opened, whatever their size, and one that is gone is left out', async () => {
  const [grown, large, gone] = [join(folder, 'grown'), join(folder, 'large'), join(folder, 'gone')]
  writeFileSync(grown, 'abc')
  writeFileSync(large, Buffer.alloc(3_000_001, 5))
  const archive = createArchive(file)
  await archive.addFile('data/grown', grown)
  await archive.addFile('data/gone', gone)
  await archive.addFile('data/large', large)
  await archive.finish()
  const found: Record<string, Buffer> = {}
  for await (const entry of readArchive(file)) found[entry.path] = await contentOf(entry)
  expect(found).toEqual({ 'data/grown': Buffer.from('abc'), 'data/large': Buffer.alloc(3_000_001, 5) })
})

test('an exchange that was cut short is completed by the next start', () => {
  const dataDir = join(folder, 'original')
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'old'), '')
  writeFileSync(join(dataDir, 'state.json'), 'old')
  const restored = freshFolder(dataDir)
  writeFileSync(join(restored, 'state.json'), 'new')
  beginSwap(dataDir)
  // As far as it had come: one of two entries was set aside.
  mkdirSync(join(dataDir, 'replaced', 'files'), { recursive: true })
  rmSync(join(dataDir, 'files'), { recursive: true })
  finishSwap(dataDir)
  finishSwap(dataDir)
  expect(readdirSync(dataDir)).toEqual(['state.json'])
  expect(readFileSync(join(dataDir, 'state.json'), 'utf8')).toBe('new')
})

test('a backup never overwrites a file, and leaves none when it fails', async () => {
  writeFileSync(file, 'precious')
  await expect(createBackup({ dataDir: folder, file, say })).rejects.toThrow('exists already')
  expect(readFileSync(file, 'utf8')).toBe('precious')
  const other = join(folder, 'other.backup')
  await expect(createBackup({ dataDir: join(folder, 'nothing'), file: other, say })).rejects.toThrow(
    'no installation',
  )
  expect(existsSync(other)).toBe(false)
})
