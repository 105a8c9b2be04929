import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import { setTimeout as wait } from 'node:timers/promises'
import { type CommandBody, queueCommand } from '../src/features/commands/index.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { runningPostgresUrls } from '../src/platform/database/embedded/postgres.ts'
import type { DB } from '../src/tables/index.generated.ts'
import type { Bench } from './bench.ts'
import { underWatch } from './bench.ts'
import { count, judged, ms, percent, scaled } from './figures.ts'
import { Person } from './people.ts'
import { rowsOf } from './plant.ts'

const targets = 10_000
const cabinetType = 3
const withinMs = 120_000
/** Beside the command, a target has its place, its device, its value before and its state written. */
const leastShare = 0.5

/** Ten thousand targets: created over HTTP, and told without a limit of pace. */
export async function measureRollouts(bench: Bench): Promise<void> {
  const { product, options } = bench
  const wanted = scaled(targets, options.scale)
  const devices = await rowsOf<Cabinet>(
    product.db,
    'select id, code from devices where equip_type_id = $1 order by id limit $2',
    [cabinetType, wanted],
  )
  const { id, tookMs } = await create(bench, devices)
  bench.note(
    judged(
      {
        what: `create a roll-out of ${count(devices.length)} devices, named by their codes`,
        reach: 'under 5 s',
        measured: ms(tookMs),
      },
      { isMet: tookMs < 5_000, reason: '' },
    ),
  )
  const raw = await rateOfQueueing(bench, devices)
  await rowsOf(product.db, `delete from commands where source = 'auto' and kind = 'set' returning id`, [])
  const [rate, processors] = await underWatch(bench, () => rateOfDispatch(bench, { id, devices }))
  const share = rate / raw
  bench.note(
    judged(
      {
        what: `dispatch of ${count(devices.length)} targets without a limit of pace`,
        reach: `at least ${percent(leastShare)} of the rate at which commands are queued one by one in one transaction`,
        measured: `${count(rate)} targets/s, ${percent(share)} of ${count(raw)} commands/s`,
      },
      { isMet: share >= leastShare, reason: processors },
    ),
  )
  await new Person(product.port, bench.planted.tokens.staff).ask(rollouts.cancel, { id })
}

interface Cabinet {
  readonly id: number
  readonly code: string
}

/** For tomorrow: nothing goes out while it is looked at. */
async function create({ product, planted }: Bench, devices: readonly Cabinet[]) {
  const staff = new Person(product.port, planted.tokens.staff)
  const startTime = new Date(Date.now() + 86_400_000).toISOString()
  const { ms: tookMs } = await staff.ask(batchSettings.create, {
    paramSetRule: { upgradeCount: 50, interval: 3, startTime },
    entitys: [{ id: '02121005', value: 90 }],
    queryParam: { code: devices.map(({ code }) => code).join(',') },
  })
  const [made] = await rowsOf<{ id: number }>(product.db, 'select max(id) as id from rollouts', [])
  return { id: made?.id ?? 0, tookMs }
}

/** Commands a second, written one after the other as the lanes take them. */
async function rateOfQueueing({ product }: Bench, devices: readonly Cabinet[]): Promise<number> {
  const urls = runningPostgresUrls(product.dataDir)
  const database = await openDatabase<DB>(urls, { connections: 4, onError: () => undefined })
  const startedAt = performance.now()
  await database.system.transaction().execute(async (db) => {
    const body: CommandBody = { kind: 'set', paramList: [{ id: '13001', value: 1 }] }
    for (const { id } of devices)
      await queueCommand(db, { deviceId: id, body, source: 'auto', signal: 'bench' })
  })
  const seconds = (performance.now() - startedAt) / 1_000
  await database.close()
  return devices.length / seconds
}

/** Targets a second, from the first that was told to the last. */
async function rateOfDispatch(
  { product }: Bench,
  { id, devices }: { readonly id: number; readonly devices: readonly Cabinet[] },
): Promise<number> {
  const ids = devices.map((device) => device.id)
  await rowsOf(
    product.db,
    // Of an instance that nobody knows they would be declared offline again.
    `update devices set is_online = 1, session_instance = (select id from report_instances order by lease_until desc limit 1)
     where id = any($1) returning id`,
    [ids],
  )
  await rowsOf(
    product.db,
    'update rollouts set group_size = null, interval_minutes = null, starts_at = now() where id = $1 returning id',
    [id],
  )
  const startedAt = performance.now()
  const deadline = startedAt + withinMs
  let told = 0
  while (told < devices.length) {
    if (performance.now() > deadline)
      throw new Error(`${told} of ${devices.length} targets were told in time`)
    await wait(50)
    const [row] = await rowsOf<{ told: number }>(
      product.db,
      'select count(*) as told from rollout_targets where rollout_id = $1 and dispatched_at is not null',
      [id],
    )
    told = row?.told ?? 0
  }
  return devices.length / ((performance.now() - startedAt) / 1_000)
}
