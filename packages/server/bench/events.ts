import { events } from '@wattkeeper/contracts/api/events'
import { type Question, timesOf } from './answers.ts'
import type { Bench } from './bench.ts'
import { underWatch } from './bench.ts'
import { disconnectAll } from './connections.ts'
import { plantEvents, plantTraits } from './events-plant.ts'
import { count, judged, ms, percent, quantile, scaled } from './figures.ts'
import { deviceCode } from './orders.ts'
import { Person } from './people.ts'

const asked = 100
const firstPage = { pageNum: 1, pageSize: 10 }

/** Each filter of the event list by itself, within the default 30 days, and some of them together. */
export async function measureEvents(bench: Bench): Promise<void> {
  const { product, planted, options, say, note } = bench
  const rows = scaled(10_000_000, options.scale)
  say(`Planting ${count(rows)} events`)
  await disconnectAll(bench)
  await plantTraits(product.db)
  await plantEvents(product.db, rows)
  const people = [planted.tokens.staff, planted.tokens.manufacturer].map(
    (token) => new Person(product.port, token),
  )
  for (const [what, filters] of searchesOf(bench)) {
    const questions = filters.map((filter): Question => [events.list, { ...firstPage, ...filter }])
    const measured: number[][] = []
    const [, reason] = await underWatch(bench, async () => {
      for (const person of people) measured.push(await timesOf(person, questions, asked))
    })
    const p95 = measured.map((times) => quantile(times, 0.95))
    const p50 = measured.map((times) => quantile(times, 0.5))
    note(
      judged(
        {
          what: `event list, ${count(rows)} events in half a year, first page with total, last 30 days: ${what}`,
          reach: 'p95 under 50 ms',
          measured: `p95 ${p95.map(ms).join(' and ')}, p50 ${p50.map(ms).join(' and ')} (platform and manufacturer)`,
        },
        { isMet: p95.every((each) => each < 50), reason },
      ),
    )
  }
  await requireOnline(bench)
}

/** The searches by online state have measured nothing where all devices are in one state. */
async function requireOnline({ product, planted }: Bench): Promise<void> {
  const { rows } = await product.db.query<{ n: number }>(
    'select count(*)::int as n from devices where is_online = 1',
  )
  const share = (rows[0]?.n ?? 0) / planted.devices
  if (share < 0.05 || share > 0.2)
    throw new Error(`${percent(share)} of the devices are online, not one in ten`)
}

type Filters = readonly Record<string, unknown>[]

function searchesOf({ planted }: Bench): readonly (readonly [string, Filters])[] {
  const { organizationId, operatorId, devices } = planted
  const codes = (many: number) =>
    Array.from({ length: many }, (_, at) => deviceCode((at * 2_711 + 37) % devices)).join()
  return [
    ['no filter', [{}]],
    ['device codes (1, 23, 300)', [{ code: codes(1) }, { code: codes(23) }, { code: codes(300) }]],
    ['manufacturer', [{ organizationId }]],
    [
      'operators (1, 3)',
      [{ operatorId: [operatorId] }, { operatorId: [operatorId, operatorId + 1, operatorId + 2] }],
    ],
    ['models (1, 3)', [{ modelIds: [11] }, { modelIds: [11, 12, 21] }]],
    ['status (nearly all devices, 1 %)', [{ status: 1 }, { status: 3 }]],
    ['online state (10 %, 90 % of the devices)', [{ isOnline: 1 }, { isOnline: 0 }]],
    [
      'region (country, province, city, district)',
      [{ regionCode: '86' }, { regionCode: '440000' }, { regionCode: '440100' }, { regionCode: '440106' }],
    ],
    [
      'address (a street, a number)',
      [{ regionName: '人民路' }, { regionName: '人民路123号' }, { regionName: '天河' }],
    ],
    [
      'content (a signal, a fault, a device’s own words, nothing)',
      [
        { alarmName: '电池保护' },
        { alarmName: 'BMS通讯丢失' },
        { alarmName: '耗时 77 秒' },
        { alarmName: '没有的' },
      ],
    ],
    [
      'several together',
      [
        { organizationId, modelIds: [11], isOnline: 1 },
        { regionCode: '440000', status: 3, alarmName: '通讯' },
        { operatorId: [operatorId], isOnline: 0, alarmName: '电池' },
      ],
    ],
  ]
}
