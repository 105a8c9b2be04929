import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import type { Bench } from './bench.ts'
import { underWatch } from './bench.ts'
import { count, judged, ms, scaled } from './figures.ts'
import { watchMemory } from './machine.ts'
import { Person } from './people.ts'

const exportedRows = 100_000
const mostMs = 10_000
const mebibyte = 1024 * 1024
const mostBytes = 200 * mebibyte

/** A person exports what a display board measured in a day, while nobody else asks for anything. */
export async function measureExport(bench: Bench): Promise<void> {
  const { product, planted, options, note, say } = bench
  const rows = scaled(exportedRows, options.scale)
  say(`Planting ${count(rows)} readings of one device`)
  const endTime = new Date().toISOString()
  await product.db.query(
    `insert into telemetry (device_id, board, unit, ts, received_at, numbers)
     select $1, 'sc', 0, $2::timestamptz - n * interval '1 second', now(),
       array[n % 900, 144.5, n % 2, 1, 0, 0, 1, 4.5, 5, 12.5, 20, 0, 0, 38.5, 300, 3600, n % 100]::real[]
     from generate_series(1, $3) n`,
    [planted.firstId, endTime, rows],
  )
  const startTime = new Date(Date.parse(endTime) - 2 * rows * 1_000).toISOString()
  const person = new Person(product.port, planted.tokens.staff)
  const wanted = { tab: 'sc', equipId: planted.firstId, startTime, endTime }
  const memory = watchMemory(product.pidOf('om'))
  const [{ ms: took, bytes }, reason] = await underWatch(bench, () =>
    person.download(telemetry.exportAll, wanted),
  )
  const { before, most } = memory.stop()
  const grown = most - before
  note(
    judged(
      {
        what: `export of ${count(rows)} readings of a board to .xlsx (over HTTP)`,
        reach: 'under 10 s; the server grows by less than 200 MB',
        measured: `${ms(took)}, ${megabytes(bytes)} sent; om grew by ${megabytes(grown)}, from ${megabytes(before)} to ${megabytes(most)}`,
      },
      { isMet: took < mostMs && grown < mostBytes, reason },
    ),
  )
}

const megabytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MB`
