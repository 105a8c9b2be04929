import type { Bench } from './bench.ts'
import { alarmEvery, speakers, underWatch, whileCounting } from './bench.ts'
import { rawRowsASecond } from './ceiling.ts'
import { connectAll } from './connections.ts'
import { count, judged, ms, percent, scaled } from './figures.ts'
import { valuesOf } from './messages.ts'
import type { Mix } from './messages.ts'
import type { Sent } from './orders.ts'

/** 10,000 messages a second from 10,000 devices, each when it is due, whether or not the platform keeps up. */
export async function measureTelemetry(bench: Bench): Promise<void> {
  await connectAll(bench)
  const { devices, options, note } = bench
  const rate = scaled(10_000, options.scale)
  const load = () => devices.send({ seconds: options.seconds, mix: 'one board', alarmEvery, rate })
  const [{ sent, lost, doubled }, processors] = await underWatch(bench, () => whileCounting(bench, load))
  const { acknowledged, telemetry, alarms, skipped, p50Ms, p99Ms, maxMs } = sent
  const isWhole = acknowledged === telemetry + alarms && skipped === 0 && lost === 0 && doubled === 0
  note(
    judged(
      {
        what:
          `telemetry from ${count(scaled(speakers, options.scale))} connected devices: JSON, 25 values, QoS 1, acknowledged ` +
          'after commit, alarms evaluated, last-known values kept, generator on the same cores',
        reach: `${count(rate)} messages/s held for ${options.seconds} s, none lost, p99 of the acknowledgement under 1 s`,
        measured:
          `${count(sent.rate)}/s held, ${count(lost)} lost of ${count(telemetry + alarms)}, ` +
          `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, longest ${ms(maxMs)}`,
      },
      {
        isMet: isWhole && sent.rate >= rate * 0.99 && p99Ms < 1_000,
        reason: `${whatIsMissing(sent)}${processors}`,
      },
    ),
  )
  await measureDisk(bench)
}

function whatIsMissing({ acknowledged, telemetry, alarms, skipped }: Sent): string {
  const open = telemetry + alarms - acknowledged
  if (open + skipped === 0) return ''
  return `${count(open)} never acknowledged, ${count(skipped)} not sent in time; `
}

/** What a row and its share of the indexes take, by board; first a few rows of every board come by the wire. */
async function measureDisk({ product, devices, options, note }: Bench): Promise<void> {
  const rate = scaled(1_000, options.scale)
  await devices.send({ seconds: 2, mix: 'mixed boards', alarmEvery: 0, rate })
  const { rows } = await product.db.query<{ board: string; bytes: number }>(
    `with index as (
       select sum(pg_indexes_size(inhrelid))::float8 / (select count(*) from telemetry) as bytes
       from pg_inherits where inhparent = 'telemetry'::regclass and pg_relation_size(inhrelid) > 0
     )
     select board, avg(pg_column_size(t.*))::float8 + 4 + (select bytes from index) as bytes
     from telemetry t where unit = 0 group by board`,
  )
  const boards = rows.flatMap(({ board, bytes }) => {
    const values = valuesOf(board)
    return values === 0 ? [] : [{ board, values, each: bytes / values }]
  })
  boards.sort((a, b) => b.values - a.values)
  note(
    judged(
      {
        what: 'bytes a value on disk, with indexes',
        reach: 'under 10',
        measured: boards
          .map(({ board, values, each }) => `${each.toFixed(1)} of ${board} (${values} values)`)
          .join(', '),
      },
      {
        isMet: boards.every(({ each }) => each < 10),
        reason:
          'a row costs about 110 bytes before its first value, and no board of the catalogue has the 25 numbers of the mark: ' +
          '14 to 17 carry that cost; the texts of bms and pcs and the cell voltages of battery are jsonb, about 16 bytes each',
      },
    ),
  )
}

const pipelines = 500
const window = 24

/** The same with few connections that wait for nothing: what the path can carry. */
export async function measurePipelining(bench: Bench): Promise<void> {
  await connectAll(bench)
  const { options, known, note } = bench
  const [{ sent, lost }, processors] = await underWatch(bench, () =>
    whileCounting(bench, () => pipeline(bench, { mix: 'one board', devices: pipelines, window })),
  )
  known.pipelined = sent.rate
  const reach = scaled(40_000, options.scale)
  note(
    judged(
      {
        what: 'the same, 500 connections that pipeline',
        reach: `${count(reach)} messages/s`,
        measured: `${count(sent.rate)}/s, ${count(lost)} lost of ${count(sent.telemetry + sent.alarms)}, p99 ${ms(sent.p99Ms)}`,
      },
      { isMet: sent.rate >= reach && lost === 0, reason: processors },
    ),
  )
}

function pipeline(
  { devices, options }: Bench,
  load: { mix: Mix; devices: number; window: number; alarmEvery?: number },
): Promise<Sent> {
  return devices.send({ alarmEvery, ...load, seconds: Math.min(20, options.seconds) })
}

/** Batches of about 40: eighty devices that each wait for their acknowledgement, over the writer's two lanes. */
const small = { connections: 80, batch: 40 }

const needed =
  'broker, decoding and newest values share the cores with Postgres, which has them to itself in the raw run'
const neededOfSmall =
  'each batch also waits to be gathered (3 ms), crosses to the writer thread and back, and writes the newest values'

/** The whole path against a COPY of the same rows that does nothing else, one after the other on the same installation. */
export async function measureCeiling(bench: Bench): Promise<void> {
  await connectAll(bench)
  const share = async (what: string, [mix, batch]: [Mix, number], pipelined: () => Promise<number>) => {
    const [rate, processors] = await underWatch(bench, pipelined)
    const raw = await rawOf(bench, mix, batch)
    bench.note(
      judged(
        {
          what,
          reach: 'half or more',
          measured: `${percent(rate / raw)}: ${count(rate)} of ${count(raw)} rows/s`,
        },
        {
          isMet: rate / raw >= 0.5,
          reason: `${batch === small.batch ? neededOfSmall : needed}; ${processors}`,
        },
      ),
    )
  }
  const rateOf = async (load: Parameters<typeof pipeline>[1]) => (await pipeline(bench, load)).rate
  const many = { devices: pipelines, window }
  const mixed = { mix: 'mixed boards', alarmEvery: 0 } as const
  await share(
    'share of the raw ceiling (staged binary COPY of the same rows, batches of 2,000)',
    ['one board', 2_000],
    async () => bench.known.pipelined ?? rateOf({ mix: 'one board', ...many }),
  )
  await share('the same at mixed boards (sc, bms, pcs, basic, battery)', [mixed.mix, 2_000], () =>
    rateOf({ ...mixed, ...many }),
  )
  await share('the same at mixed boards in batches of 40', [mixed.mix, small.batch], () =>
    rateOf({ ...mixed, devices: small.connections, window: 1 }),
  )
}

function rawOf({ product, planted, options }: Bench, mix: Mix, batch: number): Promise<number> {
  return rawRowsASecond({
    url: product.superuserUrl,
    firstId: planted.firstId,
    mix,
    batch,
    seconds: Math.min(8, options.seconds),
  })
}
