import fc from 'fast-check'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, startTestFleet } from '../../testing/device-plane.ts'
import type { TestDevice, TestFleet } from '../../testing/device-plane.ts'
import { modelOf } from './testing/model.ts'
import type { Analysis } from './rules.ts'

let fleet: TestFleet
let device: TestDevice
let client: MqttClient

beforeAll(async () => {
  fleet = await startTestFleet()
  device = await fleet.device()
  client = await fleet.connect(device)
  await fleet.ask(
    `insert into dictionary (type, code, name, alarm_level, analysis_type)
     select 'ALARM', 'BITS' || n, 'Bits', 2, 'BIT' from generate_series(1, 200) n`,
  )
})

afterAll(() => fleet.stop())

const BASE = Date.now() - 280_000
let signals = 0

async function shownOf(code: string) {
  const rows = await fleet.ask<{ value: number; start: string; end: string | null; place: string }>(
    `select value, occurred_at as start, null as end, 'current' as place from alarms where device_id = $1 and semaphore_code = $2
     union all select value, occurred_at, recovered_at, 'history' from alarm_history where device_id = $1 and semaphore_code = $2`,
    [device.id, code],
  )
  return rows.map(({ value, start, end, place }) => ({
    value,
    startAt: (Date.parse(start) - BASE) / 1_000,
    endAt: end === null ? null : (Date.parse(end) - BASE) / 1_000,
    place,
  }))
}

async function eventsOf(code: string) {
  const rows = await fleet.ask<{ value: number; flag: boolean; at: string }>(
    'select value, flag, occurred_at as at from events where device_id = $1 and semaphore_code = $2',
    [device.id, code],
  )
  return rows.map(({ value, flag, at }) => ({ value, flag, at: (Date.parse(at) - BASE) / 1_000 }))
}

const messages = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 240 }),
    value: fc.integer({ min: 0, max: 3 }),
    isLive: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

test('alarms, history and events follow from the set of messages, whatever their order, redelivered or late', async () => {
  await fc.assert(
    fc.asyncProperty(
      messages,
      fc.constantFrom<Analysis>('BIT', 'VALUE'),
      fc.boolean(),
      async (list, kind, isBurst) => {
        const code = kind === 'BIT' ? `BITS${++signals}` : `UNKNOWN${++signals}`
        const send = ({ at, value, isLive }: (typeof list)[number]) =>
          say(client, 'alarms', {
            ts: BASE + at * 1_000,
            values: { [code]: value },
            ...(!isLive && { backlog: true }),
          })
        if (isBurst) await Promise.all(list.map(send))
        else for (const message of list) await send(message)
        await Promise.all(list.map(send))
        const expected = modelOf(
          list.map((message) => ({ ...message, ts: message.at })),
          kind,
        )
        expect(sorted(await shownOf(code))).toEqual(sorted(expected))
        const events = expected.flatMap(({ value, startAt, endAt }) => [
          { value, flag: false, at: startAt },
          ...(endAt === null ? [] : [{ value, flag: true, at: endAt }]),
        ])
        expect(sorted(await eventsOf(code))).toEqual(sorted(events))
      },
    ),
    { numRuns: 100 },
  )
}, 120_000)

test('an acknowledgement moves to history with its alarm', async () => {
  await say(client, 'alarms', { ts: BASE, values: { ACKED: 3 } })
  await fleet.ask(`update alarms set acked_at = now(), ack_note = 'seen' where semaphore_code = 'ACKED'`)
  await say(client, 'alarms', { ts: BASE + 60_000, values: { ACKED: 0 } })
  const read = `select ack_note, acked_at is not null as acked, occurred_at from alarm_history where semaphore_code = 'ACKED'`
  const row = { ack_note: 'seen', acked: true }
  expect(await fleet.ask(read)).toEqual([{ ...row, occurred_at: new Date(BASE).toISOString() }])
  await say(client, 'alarms', { ts: BASE - 60_000, backlog: true, values: { ACKED: 3 } })
  expect(await fleet.ask(read)).toEqual([{ ...row, occurred_at: new Date(BASE - 60_000).toISOString() }])
})

test('backlog and late messages announce nothing, live ones do', async () => {
  const heard: (readonly number[])[] = []
  const stop = fleet.bus.hear('alarmsChanged', ({ deviceIds }) => heard.push(deviceIds))
  const quiet = await fleet.device()
  const loud = await fleet.device()
  const quietClient = await fleet.connect(quiet)
  const loudClient = await fleet.connect(loud)
  await say(quietClient, 'alarms', { ts: BASE, values: { QUIET: 0 } })
  await say(quietClient, 'alarms', [{ ts: BASE - 5_000, values: { QUIET: 1 } }])
  await say(quietClient, 'alarms', { ts: BASE - 7_000, values: { QUIET: 2 } })
  await new Promise<void>((resolve) => {
    fleet.bus.hear('alarmsChanged', ({ deviceIds }) => deviceIds.includes(loud.id) && resolve())
    void say(loudClient, 'alarms', { ts: BASE, values: { LOUD: 1 } })
  })
  stop()
  expect(heard.flat()).toContain(loud.id)
  expect(heard.flat()).not.toContain(quiet.id)
})

test('two writers at once agree on one history', async () => {
  const other = await startSecond()
  const code = 'TWOWRITERS'
  const list = Array.from({ length: 60 }, (_, at) => ({
    at: at + 1,
    value: at % 3,
    isLive: true,
    ts: at + 1,
  }))
  const send = (target: MqttClient) => (message: (typeof list)[number]) =>
    say(target, 'alarms', { ts: BASE + message.at * 1_000, values: { [code]: message.value } })
  await Promise.all([
    ...list.filter((_, index) => index % 2 === 0).map(send(client)),
    ...list.toReversed().map(send(other.client)),
  ])
  await other.stop()
  expect(sorted(await shownOf(code))).toEqual(sorted(modelOf(list, 'VALUE')))
})

async function startSecond() {
  const { startGateway } = await import('../../gateway.ts')
  const { connectDevice } = await import('../../testing/device-plane.ts')
  const { default: pino } = await import('pino')
  const gateway = await startGateway({
    databaseUrl: fleet.urls.system,
    bus: fleet.bus,
    logger: pino({ level: 'silent' }),
    mqtt: { port: 0, address: '127.0.0.1' },
  })
  const second = await connectDevice(gateway.port, device)
  return {
    client: second,
    async stop() {
      await second.endAsync(true)
      await gateway.stop()
    },
  }
}

function sorted<T>(list: T[]): T[] {
  return list.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}
