import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestFleet, eventually, say, startTestFleet } from '../../testing/device-plane.ts'
import type { TelemetryRow } from './ingest-queries.ts'
import { type Sighting, newPlaces } from './places.ts'

let fleet: TestFleet
beforeAll(async () => {
  fleet = await startTestFleet()
})
afterAll(() => fleet.stop())

test('a battery’s moves are written down as it reports them, also those of a backlog', async () => {
  const battery = await fleet.device()
  const client = await fleet.connect(battery)
  const now = Date.now() - 60_000
  const report = (ts: number, cabinetCode: string, bay: number) => ({
    ts: now + ts,
    board: 'battery',
    values: { soc: 50, cabinetCode, bay },
  })
  await say(client, 'telemetry', report(0, 'CAB1', 2))
  await say(client, 'telemetry', report(10, 'CAB1', 2))
  await say(client, 'telemetry', report(40_000, 'CAB1', 5))
  await say(client, 'telemetry', [report(20, '', 0), report(30, 'CAB1', 5)])
  const places = await eventually(
    () =>
      fleet.ask<{ cabinet_code: string; bay: number }>(
        'select cabinet_code, bay from battery_places where device_id = $1 order by at',
        [battery.id],
      ),
    (rows) => rows.length >= 4,
  )
  expect(places.map(({ cabinet_code: code, bay }) => `${code}/${bay}`)).toEqual([
    'CAB1/2',
    '/0',
    'CAB1/5',
    'CAB1/5',
  ])
})

const codes = ['', 'A', 'B'] as const
const move = fc.record({ at: fc.integer({ min: 0, max: 40 }), code: fc.constantFrom(...codes) })

const rowOf = ({ at, code }: { at: number; code: string }): TelemetryRow => ({
  deviceId: 1,
  board: 'battery',
  unit: 0,
  ts: at,
  at,
  receivedAt: at,
  numbers: [],
  extra: JSON.stringify({ cabinetCode: code }),
})

/** Where a battery was at each of its messages, as the sightings up to then say. */
const placeAt = (sightings: readonly Pick<Sighting, 'at' | 'cabinetCode'>[], at: number) =>
  sightings
    .filter((each) => each.at <= at)
    .toSorted((a, b) => a.at - b.at)
    .at(-1)?.cabinetCode

const moves = fc.uniqueArray(move, { selector: ({ at }) => at, minLength: 1, maxLength: 20 })

test('messages in their order, however cut into batches and tried again, lose no place', () => {
  fc.assert(
    fc.property(moves, fc.nat(5), (unordered, cut) => {
      const ordered = unordered.toSorted((a, b) => a.at - b.at)
      const pick = newPlaces()
      const rows = ordered.map(rowOf)
      // the first batch fails and is tried again
      pick(rows.slice(0, cut))
      const sightings = [...pick(rows.slice(0, cut)), ...pick(rows.slice(cut))]
      for (const { at, code } of ordered)
        expect({ at, place: placeAt(sightings, at) }).toEqual({ at, place: code })
    }),
    { numRuns: 500 },
  )
})

test('in whatever order messages come, those that come late and the newest are where they said', () => {
  fc.assert(
    fc.property(moves, (given) => {
      const pick = newPlaces()
      const sightings = given.flatMap((each) => pick([rowOf(each)]))
      const isLate = (at: number, place: number) => given.slice(0, place).some((before) => before.at > at)
      const newest = Math.max(...given.map(({ at }) => at))
      for (const [place, { at, code }] of given.entries())
        if (isLate(at, place) || at === newest)
          expect({ at, place: placeAt(sightings, at) }).toEqual({ at, place: code })
    }),
    { numRuns: 500 },
  )
})
