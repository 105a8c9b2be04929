import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ArchiveWriter } from './archive.ts'
import { partitionsOf, qualified, sequencesOf, tablesOf } from './inventory.ts'
import type { Partition, SequenceState, Table } from './inventory.ts'

export type DatabaseDump = {
  migrations: { number: number; name: string; checksum: string }[]
  tables: Table[]
  partitions: Partition[]
}

/** What is known only when everything has been read; its presence proves that the backup is whole. */
export type DatabaseEnd = { rows: Record<string, number>; sequences: SequenceState[] }

const partBytes = 4 * 1024 * 1024

/**
 * Writes the database as of one instant. A first connection holds the snapshot and no lock; a second one reads table
 * after table in it, so that each is locked (against dropping only) no longer than its own copy takes.
 */
export async function dumpDatabase(
  url: string,
  archive: ArchiveWriter,
  onTable: (name: string) => void,
): Promise<void> {
  const holder = await connect(url)
  const reader = await connect(url)
  try {
    await holder.query('begin isolation level repeatable read read only')
    const dump = await describe(holder)
    await archive.add('database.json', Buffer.from(JSON.stringify(dump, null, 2)))
    const { rows } = await holder.query<{ id: string }>('select pg_export_snapshot() as id')
    const counts: DatabaseEnd['rows'] = {}
    for (const table of dump.tables) {
      onTable(qualified(table))
      const count = await dumpTable(reader, table, { snapshot: rows[0]?.id ?? '', archive })
      if (count !== undefined) counts[qualified(table)] = count
    }
    // Read last: a sequence that ran ahead of the snapshot does no harm, one that lags gives a number twice.
    const end: DatabaseEnd = { rows: counts, sequences: await sequencesOf(reader) }
    await archive.add('database-end.json', Buffer.from(JSON.stringify(end, null, 2)))
  } finally {
    await reader.end()
    await holder.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function describe(client: pg.Client): Promise<DatabaseDump> {
  const { rows } = await client.query<DatabaseDump['migrations'][number]>(
    'select number, name, checksum from migration.applied order by number',
  )
  return { migrations: rows, tables: await tablesOf(client), partitions: await partitionsOf(client) }
}

type Copy = { snapshot: string; archive: ArchiveWriter }

/** The number of rows; nothing when the retention dropped the table after the snapshot had been taken. */
async function dumpTable(
  client: pg.Client,
  table: Table,
  { snapshot, archive }: Copy,
): Promise<number | undefined> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`)
    await client.query(`lock table only ${qualified(table)} in access share mode`)
    const copy = client.query(copyTo(`copy ${qualified(table)} (${table.columns.join(', ')}) to stdout`))
    let part = 0
    let waiting: Buffer[] = []
    const flush = async () => {
      if (waiting.length === 0) return
      const path = `tables/${qualified(table)}/${String(part++).padStart(6, '0')}.copy`
      await archive.add(path, Buffer.concat(waiting))
      waiting = []
    }
    let bytes = 0
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      waiting.push(chunk)
      bytes += chunk.length
      if (bytes < partBytes) continue
      await flush()
      bytes = 0
    }
    await flush()
    return copy.rowCount
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return undefined
    throw error
  } finally {
    await client.query('rollback')
  }
}
