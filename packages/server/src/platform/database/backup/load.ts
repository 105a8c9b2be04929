import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { CopyStreamQuery } from 'pg-copy-streams'
import type { Entry } from './archive.ts'
import type { DatabaseDump, DatabaseEnd } from './dump.ts'
import { qualified, tablesOf } from './inventory.ts'

export type Loading = {
  /** One entry below tables/, in the order of the archive. */
  take: (entry: Entry) => Promise<void>
  /** Commits when every row has arrived; throws a sentence otherwise. */
  finish: (end: DatabaseEnd) => Promise<void>
  abort: () => Promise<void>
}

/** Fills a migrated database, in one transaction, with what a dump holds. Connects as the superuser. */
export async function loadDatabase(url: string, dump: DatabaseDump): Promise<Loading> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  // Rows arrive table by table: references are whole again at the end, and triggers did their work in the original.
  await client.query('set local session_replication_role = replica')
  await empty(client)
  await createPartitions(client, dump)
  const tables = new Map(dump.tables.map((table) => [qualified(table), table]))
  const counts: Record<string, number> = {}
  let current: { name: string; copy: CopyStreamQuery } | undefined

  const endTable = async () => {
    if (!current) return
    const { name, copy } = current
    current = undefined
    copy.end()
    await once(copy, 'finish')
    counts[name] = copy.rowCount
  }
  return {
    take: async (entry) => {
      const name = entry.path.split('/')[1] ?? ''
      if (current?.name !== name) {
        await endTable()
        const table = tables.get(name)
        if (!table) throw new Error(`The backup holds rows of ${name}, which it does not describe.`)
        const copy = client.query(copyFrom(`copy ${name} (${table.columns.join(', ')}) from stdin`))
        // Whoever writes or ends it hears of an error; after an abort nobody does.
        copy.on('error', () => undefined)
        current = { name, copy }
      }
      for await (const chunk of entry.body()) await write(current.copy, chunk)
    },
    finish: async ({ rows, sequences }) => {
      await endTable()
      for (const [name, expected] of Object.entries(rows)) {
        if ((counts[name] ?? 0) !== expected) {
          throw new Error(
            `The backup is damaged: ${name} has ${counts[name] ?? 0} rows instead of ${expected}.`,
          )
        }
      }
      for (const { name, value, isCalled } of sequences) {
        await client.query('select setval($1::regclass, $2, $3)', [name, value, isCalled])
      }
      await client.query('commit')
      await client.query('analyze')
      await client.end()
    },
    abort: () => client.end(),
  }
}

function write(copy: CopyStreamQuery, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    copy.once('error', reject)
    copy.write(chunk, (error) => {
      copy.off('error', reject)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Migrations leave rows of their own. Cascade reaches the partitioned tables, which hold references but no rows. */
async function empty(client: pg.Client): Promise<void> {
  const tables = await tablesOf(client)
  if (tables.length > 0) await client.query(`truncate ${tables.map(qualified).join(', ')} cascade`)
}

/** As the parent's owner, so that the partitions belong to whom those of the original did. */
async function createPartitions(client: pg.Client, { partitions }: DatabaseDump): Promise<void> {
  for (const { name, parent, bound, partitionedBy } of partitions) {
    const { rows } = await client.query<{ owner: string }>(
      'select quote_ident(relowner::regrole::text) as owner from pg_class where oid = $1::regclass',
      [parent],
    )
    const further = partitionedBy === null ? '' : ` partition by ${partitionedBy}`
    await client.query(`set local role ${rows[0]?.owner ?? 'none'}`)
    await client.query(`create table if not exists ${name} partition of ${parent} ${bound}${further}`)
    await client.query('reset role')
  }
}
