import { alarms } from '@wattkeeper/contracts/api/alarms'
import { dashboard } from '@wattkeeper/contracts/api/dashboard'
import { devices } from '@wattkeeper/contracts/api/devices'
import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import type { Route } from '@wattkeeper/contracts/kit'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { alarmEvery, underWatch } from './bench.ts'
import { connectAll } from './connections.ts'
import { count, judged, ms, quantile, scaled } from './figures.ts'
import { deviceCode } from './orders.ts'
import { Person } from './people.ts'
import { plantHistory } from './plant.ts'

export type Question = readonly [route: Route, input: Record<string, unknown>]

const asked = 300
const unmeasured = 20
const firstPage = { pageNum: 1, pageSize: 10 }

/** One after the other, in turn; the first few are not counted. */
export async function timesOf(
  person: Person,
  questions: readonly Question[],
  times = asked,
): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < unmeasured + times; i++) {
    const [route, input] = questions[i % questions.length] ?? [devices.list, firstPage]
    const { ms } = await person.ask(route, input)
    if (i >= unmeasured) took.push(ms)
  }
  return took
}

const p50And95 = (times: number[]) => `p95 ${ms(quantile(times, 0.95))}, p50 ${ms(quantile(times, 0.5))}`

export async function measureList(bench: Bench): Promise<void> {
  const { product, planted, note } = bench
  const people = [planted.tokens.staff, planted.tokens.manufacturer].map(
    (token) => new Person(product.port, token),
  )
  const { organizationId, operatorId, devices: all } = planted
  const filters = [
    { equipTypeId: 1, status: 1 },
    { isOnline: 0, equipTypeId: 4 },
    { organizationId },
    { operatorIds: [operatorId], pageNum: 2 },
    { regionCode: '440000' },
    { equipModelIds: [11, 12, 21], isOnline: 0 },
  ]
  const parts = [5, 6, 4, 3].map((length, at) => deviceCode((at * 2_711 + 37) % all).slice(-length))
  const rows: [string, Record<string, unknown>[]][] = [
    ['filtered page with total', filters],
    ['substring search', parts.map((code) => ({ code }))],
  ]
  for (const [what, inputs] of rows) {
    const questions = inputs.map((input): Question => [devices.list, { ...firstPage, ...input }])
    const [times, reason] = await underWatch(bench, async () => {
      const times: number[] = []
      for (const person of people) times.push(...(await timesOf(person, questions)))
      return times
    })
    note(
      judged(
        {
          what: `device list, ${count(all)} devices: ${what} (platform and manufacturer, over HTTP)`,
          reach: 'p95 under 30 ms',
          measured: p50And95(times),
        },
        { isMet: quantile(times, 0.95) < 30, reason },
      ),
    )
  }
}

export async function measureHistory(bench: Bench): Promise<void> {
  const { product, planted, options, note, say } = bench
  const rows = scaled(10_000_000, options.scale)
  say(`Planting ${count(rows)} rows of alarm history`)
  await plantHistory(product.db, rows)
  for (const [whose, token] of [
    ["within a manufacturer's scope", planted.tokens.manufacturer],
    ['of a manufacturer without rows', planted.tokens.stranger],
  ] as const) {
    const person = new Person(product.port, token)
    const [times, reason] = await underWatch(bench, () => timesOf(person, [[alarms.history, firstPage]]))
    note(
      judged(
        {
          what: `alarm history, ${count(rows)} rows, first page ${whose} (over HTTP)`,
          reach: 'p95 under 50 ms',
          measured: p50And95(times),
        },
        { isMet: quantile(times, 0.95) < 50, reason },
      ),
    )
  }
}

const askedASecond = 20
const watchers = 3

/** People look at the screens of the duty, while the fleet reports. */
export async function measureApi(bench: Bench): Promise<void> {
  await connectAll(bench)
  const { product, planted, options, devices: crowd, note } = bench
  const people = [planted.tokens.staff, planted.tokens.manufacturer].map(
    (token) => new Person(product.port, token),
  )
  const equipId = planted.firstId
  const questions: Question[] = [
    [devices.list, { ...firstPage, isOnline: 1 }],
    [alarms.current, firstPage],
    [dashboard.counts, {}],
    [devices.list, { ...firstPage, code: deviceCode(4_711 % planted.devices).slice(-5) }],
    [devices.find, { id: equipId }],
    [alarms.history, firstPage],
    [devices.state, { equipId }],
    [telemetry.live, { equipId }],
    [dashboard.duty, {}],
  ]
  const rate = scaled(5_000, options.scale)
  const seconds = Math.min(30, options.seconds)
  const leave = Array.from({ length: watchers }, (_, at) => people[at % people.length]?.watch())
  const [[sent, times], processors] = await underWatch(bench, () =>
    Promise.all([
      crowd.send({ seconds, mix: 'one board', alarmEvery, rate }),
      askEvenly(people, questions, seconds),
    ]),
  )
  for (const stop of leave) stop?.()
  const p99 = quantile(times, 0.99)
  note(
    judged(
      {
        what: `API p99 while telemetry runs at ${count(rate)}/s (${askedASecond} requests/s of nine kinds, ${watchers} screens live)`,
        reach: 'under 150 ms',
        measured: `${ms(p99)}, p50 ${ms(quantile(times, 0.5))}, at ${count(sent.rate)} messages/s with p99 ${ms(sent.p99Ms)}`,
      },
      { isMet: p99 < 150 && sent.rate >= rate * 0.99, reason: processors },
    ),
  )
}

/** Each question when it is due, whether or not the last was answered; answers how long each took from then. */
function askEvenly(
  people: readonly Person[],
  questions: readonly Question[],
  seconds: number,
): Promise<number[]> {
  const startedAt = performance.now()
  const ask = async (at: number) => {
    const dueMs = (at / askedASecond) * 1_000
    await wait(dueMs)
    const [route, input] = questions[at % questions.length] ?? [dashboard.counts, {}]
    await people[Math.floor(at / questions.length) % people.length]?.ask(route, input)
    return performance.now() - startedAt - dueMs
  }
  return Promise.all(Array.from({ length: askedASecond * seconds }, (_, at) => ask(at)))
}
