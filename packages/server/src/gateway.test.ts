import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, say, startTestFleet } from './testing/fleet.ts'
import type { TestFleet } from './testing/fleet.ts'

let fleet: TestFleet

beforeAll(async () => {
  fleet = await startTestFleet()
})

afterAll(() => fleet.stop())

const bms = (ts: number, soc: number) => ({
  ts,
  board: 'bms',
  values: { soc, voltage: 51.2, softwareVersion: '1.2' },
})

test('what is acknowledged is stored: telemetry, its last-known value, an alarm and its events', async () => {
  const device = await fleet.device()
  const client = await fleet.connect(device)
  const ts = Date.now() - 1_000
  await say(client, 'telemetry', bms(ts, 80))
  expect(
    await fleet.ask('select unit, ts, numbers[1:3] as numbers, extra from telemetry where device_id = $1', [
      device.id,
    ]),
  ).toEqual([
    { unit: 0, ts: new Date(ts).toISOString(), numbers: [80, 51.2, null], extra: { softwareVersion: '1.2' } },
  ])
  expect(
    await fleet.ask('select numbers[1] as soc from latest_values where device_id = $1', [device.id]),
  ).toEqual([{ soc: 80 }])
  await say(client, 'alarms', { ts, values: { '03011001': 5 } })
  expect(
    await fleet.ask(
      'select semaphore_code, value, bit_position, alarm_level is not null as known from alarms where device_id = $1 order by value',
      [device.id],
    ),
  ).toEqual([
    { semaphore_code: '03011001', value: 1, bit_position: 0, known: true },
    { semaphore_code: '03011001', value: 4, bit_position: 2, known: true },
  ])
  await say(client, 'alarms', { ts: ts + 10, values: { '03011001': 4 } })
  expect(
    await fleet.ask('select value, flag from events where device_id = $1 order by id', [device.id]),
  ).toEqual([
    { value: 1, flag: false },
    { value: 4, flag: false },
    { value: 1, flag: true },
  ])
  expect(await fleet.ask('select value from alarm_history where device_id = $1', [device.id])).toEqual([
    { value: 1 },
  ])
})

test('a device is online while its session lasts, and its first connection activates it', async () => {
  const [device] = await fleet.devices(1, 2)
  if (!device) throw new Error('no device')
  const state = () =>
    fleet.ask<{ is_online: number; status: number }>('select is_online, status from devices where id = $1', [
      device.id,
    ])
  const client = await fleet.connect(device)
  expect(await state()).toEqual([{ is_online: 1, status: 1 }])
  await client.endAsync()
  await eventually(state, ([row]) => row?.is_online === 0)
  expect(
    await fleet.ask('select is_online from online_history where device_id = $1 order by id', [device.id]),
  ).toEqual([{ is_online: 1 }, { is_online: 0 }])
})
