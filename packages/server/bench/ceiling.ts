import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { stagingTable } from '../src/features/telemetry/index.ts'
import { CopyWriter } from '../src/platform/link/writer/copy.ts'
import { boardsOf, storedRow } from './messages.ts'
import type { Mix } from './messages.ts'

export interface Ceiling {
  readonly url: string
  readonly firstId: number
  readonly mix: Mix
  readonly batch: number
  readonly seconds: number
}

const connections = 2
const epoch2000Us = 946_684_800_000_000n
const headerBytes = 19
const columns = 9

/** Rows a second that Postgres takes through the staging table with nothing else to do: no devices, no alarms, no newest values. */
export async function rawRowsASecond(options: Ceiling): Promise<number> {
  const startedAt = performance.now()
  const endsAt = startedAt + options.seconds * 1_000
  const stored = await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      storeUntil(endsAt, { ...options, firstId: options.firstId + at * options.batch }),
    ),
  )
  return stored.reduce((sum, rows) => sum + rows, 0) / ((performance.now() - startedAt) / 1_000)
}

async function storeUntil(endsAt: number, { url, batch, ...options }: Ceiling): Promise<number> {
  const rows = encode({ batch, ...options })
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  let stored = 0
  let ts = BigInt(longAgo()) * 1_000n - epoch2000Us
  try {
    await client.query(stagingTable)
    while (performance.now() < endsAt) {
      ts += 1_000n
      for (const at of rows.tsAt) rows.bytes.writeBigInt64BE(ts, at)
      await client.query('begin')
      const stream = client.query(copyFrom('copy staged_telemetry from stdin (format binary)'))
      stream.end(rows.bytes)
      await once(stream, 'finish')
      const { rowCount } = await client.query({
        name: 'place',
        text: `insert into telemetry (device_id, board, unit, ts, received_at, numbers, extra)
          select device_id, board, unit, ts, received_at, numbers, extra from staged_telemetry
          order by device_id, board, unit, ts on conflict do nothing`,
      })
      await client.query('commit')
      stored += rowCount ?? 0
    }
  } finally {
    await client.end()
  }
  return stored
}

/** As if it had arrived hours ago: the roll-ups, which follow what arrives, leave these rows alone. */
const longAgo = () => Date.now() - 6 * 3_600_000

/** One batch, and where the ts of each row stands in it, so that the same bytes can be stored again a moment later. */
function encode({ batch, firstId, mix }: Omit<Ceiling, 'url' | 'seconds'>): {
  bytes: Buffer
  tsAt: number[]
} {
  const boards = boardsOf(mix)
  const copy = new CopyWriter()
  const sizes = new Map(boards.map((board) => [board, rowOf(copy, board, firstId) - headerBytes - 2]))
  const tsAt: number[] = []
  let at = headerBytes
  for (let i = 0; i < batch; i++) {
    const board = boards[i % boards.length] ?? 'battery'
    write(copy, board, firstId + i)
    tsAt.push(at + 2 + 12 + 4 + board.length + 6 + 4)
    at += sizes.get(board) ?? 0
  }
  return { bytes: copy.finish(), tsAt }
}

function rowOf(copy: CopyWriter, board: ReturnType<typeof boardsOf>[number], deviceId: number): number {
  write(copy, board, deviceId)
  return copy.finish().length
}

function write(copy: CopyWriter, board: ReturnType<typeof boardsOf>[number], deviceId: number): void {
  const { numbers, extra } = storedRow(board)
  const at = longAgo()
  copy.row(columns)
  copy.int8(deviceId)
  copy.text(board)
  copy.int2(0)
  copy.instant(at)
  copy.instant(at)
  copy.instant(at)
  copy.reals(numbers)
  copy.jsonb(extra)
  copy.int4(0)
}
