import { fleetMap } from '@wattkeeper/contracts/api/fleet-map'
import { centreOf } from '../src/features/maps/index.ts'
import { type Question, timesOf } from './answers.ts'
import { type Bench, underWatch } from './bench.ts'
import { connectAll } from './connections.ts'
import { count, judged, ms, percent, quantile } from './figures.ts'
import { Person } from './people.ts'
import { rowsOf } from './plant.ts'
import { Screens } from './screens.ts'

const marks = { viewMs: 100, shadeMs: 100, frameShare: 0.9 }
/** Of frames at 60 a second; what takes longer than two of them is seen. */
const smoothMs = 34

const sights = [
  { west: 62, south: 10, east: 148, north: 56, zoom: 4 },
  { west: 105, south: 20, east: 125, north: 42, zoom: 5 },
  { west: 110, south: 21, east: 117, north: 26, zoom: 7 },
  { west: 112.6, south: 22.5, east: 114.4, north: 23.8, zoom: 9 },
  { west: 113.1, south: 23, east: 113.6, north: 23.3, zoom: 11 },
]

/** The fleet on the map: what the server takes to gather it, and how evenly it is drawn while it is moved and changes. */
export async function measureMap(bench: Bench): Promise<void> {
  await placeAll(bench)
  await noteAnswers(bench)
  await noteFrames(bench)
}

/** Every device somewhere in its region, most of them near its middle. */
async function placeAll({ product: { db } }: Bench): Promise<void> {
  const regions = await rowsOf<{ path: string[] }>(db, 'select distinct region_path as path from devices')
  const middles = regions.flatMap(({ path }) => {
    const middle = centreOf(path.toReversed())
    return middle ? [{ code: path.at(-1), ...middle }] : []
  })
  await db.query(
    `update devices set
       longitude = middle.longitude + (random() - 0.5) * random() * 0.5,
       latitude = middle.latitude + (random() - 0.5) * random() * 0.4
     from jsonb_to_recordset($1::jsonb) as middle (code text, longitude float8, latitude float8)
     where region_code = middle.code`,
    [JSON.stringify(middles)],
  )
  await db.query('vacuum analyze devices')
}

async function noteAnswers(bench: Bench): Promise<void> {
  const { product, planted, note } = bench
  const people = [planted.tokens.staff, planted.tokens.manufacturer].map(
    (token) => new Person(product.port, token),
  )
  const kinds: readonly [string, number, readonly Question[]][] = [
    ['in sight, at five zooms', marks.viewMs, sights.map((sight): Question => [fleetMap.view, sight])],
    [
      'fault rate of each province and city',
      marks.shadeMs,
      (['province', 'city'] as const).map((level): Question => [fleetMap.regions, { level }]),
    ],
  ]
  for (const [what, within, questions] of kinds) {
    const [times, reason] = await underWatch(bench, async () => {
      const all: number[] = []
      for (const person of people) all.push(...(await timesOf(person, questions, 100)))
      return all
    })
    const p95 = quantile(times, 0.95)
    note(
      judged(
        {
          what: `fleet map, ${count(planted.devices)} devices: ${what} (platform and manufacturer, over HTTP)`,
          reach: `p95 under ${within} ms`,
          measured: `p95 ${ms(p95)}, p50 ${ms(quantile(times, 0.5))}`,
        },
        { isMet: p95 < within, reason },
      ),
    )
  }
}

/** Compared with the same gestures on the map without a device: what the fleet itself costs. */
async function noteFrames(bench: Bench): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (executablePath === undefined) throw new Error('The map is looked at with Chromium: set CHROMIUM_PATH.')
  const { product, planted, note } = bench
  await connectAll(bench)
  const screens = await Screens.open(executablePath, {
    origin: `http://127.0.0.1:${product.port}`,
    token: planted.tokens.staff,
  })
  bench.atEnd(() => screens.close())
  try {
    const shareOf = (frames: readonly number[]) =>
      frames.filter((frame) => frame <= smoothMs).length / frames.length
    const [{ empty, full }, reason] = await underWatch(bench, async () => ({
      empty: await screens.mapFrames('/equipment/map?code=NO-SUCH-DEVICE'),
      full: await screens.mapFrames('/equipment/map'),
    }))
    const ratio = shareOf(full) / shareOf(empty)
    note(
      judged(
        {
          what: `fleet map, ${count(planted.devices)} devices, dragged and zoomed in Chromium while the fleet changes: frames within ${smoothMs} ms, compared with the map without devices`,
          reach: `${percent(marks.frameShare)} of them or more`,
          measured: `${percent(ratio)}: ${percent(shareOf(full))} of ${percent(shareOf(empty))}; frame p50 ${ms(quantile([...full], 0.5))}, p95 ${ms(quantile([...full], 0.95))}, longest ${ms(Math.max(...full))} (without devices ${ms(quantile([...empty], 0.95))}, ${ms(Math.max(...empty))})`,
        },
        { isMet: ratio >= marks.frameShare, reason },
      ),
    )
  } finally {
    await screens.close()
  }
}
