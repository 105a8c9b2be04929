import { commands } from '@wattkeeper/contracts/api/commands'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { speakers, underWatch } from './bench.ts'
import { disconnectAll } from './connections.ts'
import { count, judged, ms, quantile, scaled } from './figures.ts'
import { Person } from './people.ts'
import { deviceCode } from './orders.ts'
import { rowsOf } from './plant.ts'

const trips = 300
/** Devices that stay connected while the others come back. */
const watched = 100
const drainWithinMs = 120_000

/** A command to a connected device, and ten thousand that wait for theirs. */
export async function measureCommands(bench: Bench): Promise<void> {
  const { devices: crowd, product, options } = bench
  await disconnectAll(bench)
  const first = scaled(speakers, options.scale)
  const here = await crowd.connect({ port: product.mqttPort, first, devices: watched, atOnce: watched })
  if (here.devices < watched) throw new Error(`${here.devices} of ${watched} devices were let in`)
  await measureRoundTrip(bench)
  await measureDrain(bench)
  await crowd.disconnect()
}

async function measureRoundTrip(bench: Bench): Promise<void> {
  const [took, processors] = await underWatch(bench, () => roundTrips(bench, (n) => n < trips))
  const [p50, p95] = [quantile(took, 0.5), quantile(took, 0.95)]
  bench.note(
    judged(
      {
        what: `round trip of a command to a connected device (${count(trips)}, one after the other, over HTTP)`,
        reach: 'p95 under 100 ms',
        measured: `p95 ${ms(p95)}, p50 ${ms(p50)}`,
      },
      { isMet: p95 < 100, reason: processors },
    ),
  )
}

/** From the request until the row says success, in milliseconds. */
async function roundTrips(bench: Bench, goesOn: (n: number) => boolean): Promise<number[]> {
  const { product, planted, options } = bench
  const staff = new Person(product.port, planted.tokens.staff)
  const first = scaled(speakers, options.scale)
  const codes = Array.from({ length: watched }, (_, n) => deviceCode(first + n))
  const ids = await rowsOf<{ id: number }>(product.db, 'select id from devices where code = any($1)', [codes])
  const took: number[] = []
  for (let n = 0; goesOn(n); n++) {
    const equipId = ids[n % ids.length]?.id ?? 0
    const startedAt = performance.now()
    await staff.ask(commands.uploadSwitch, { equipId, value: n % 2 })
    await until(async () => {
      const [open] = await rowsOf<{ n: number }>(
        product.db,
        `select count(*)::int as n from commands where device_id = $1 and state <> 'done'`,
        [equipId],
      )
      return open?.n === 0
    })
    took.push(performance.now() - startedAt)
  }
  return took
}

async function measureDrain(bench: Bench): Promise<void> {
  const { devices: crowd, product, options, note } = bench
  const waiting = scaled(speakers, options.scale)
  await product.db.query(
    `insert into commands (device_id, device_code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       kind, body, signals, origin, source, result, expires_at)
     select id, code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
       'upload', '{"kind": "upload", "value": 1}', '{upload:}', 'manual', 'manual', 9, now() + interval '1 day'
     from devices where code >= $1 and code < $2`,
    [deviceCode(0), deviceCode(waiting)],
  )
  const state = { isOver: false }
  const [[drainedMs, took], processors] = await underWatch(bench, () =>
    Promise.all([
      drain(bench, waiting).finally(() => (state.isOver = true)),
      roundTrips(bench, () => !state.isOver),
      crowd.connect({ port: product.mqttPort, first: 0, devices: waiting, atOnce: 1_000 }),
    ]),
  )
  const p95 = quantile(took, 0.95)
  note(
    judged(
      {
        what: `${count(waiting)} devices come back at once, a command waiting for each`,
        reach: 'all confirmed, and live commands meanwhile p95 under 1 s',
        measured: `confirmed after ${ms(drainedMs)}; ${count(took.length)} live commands meanwhile, p95 ${ms(p95)}`,
      },
      { isMet: drainedMs < drainWithinMs && p95 < 1_000, reason: processors },
    ),
  )
}

/** Milliseconds until every planted command was confirmed. */
async function drain({ product }: Bench, waiting: number): Promise<number> {
  const startedAt = performance.now()
  await until(async () => {
    const [done] = await rowsOf<{ n: number }>(
      product.db,
      `select count(*)::int as n from commands where device_code >= $1 and device_code < $2 and result = 1`,
      [deviceCode(0), deviceCode(waiting)],
    )
    return done?.n === waiting
  }, 50)
  return performance.now() - startedAt
}

async function until(isSo: () => Promise<boolean>, everyMs = 2): Promise<void> {
  const deadline = performance.now() + drainWithinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('commands were not confirmed in time')
    await wait(everyMs)
  }
}
