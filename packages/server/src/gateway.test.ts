import { randomBytes } from 'node:crypto'
import { topicNames, topics } from '@wattkeeper/contracts/link'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestFleet, testBrokers } from './testing/device-plane.ts'
import type { TestDevice, TestFleet } from './testing/device-plane.ts'

const bms = (ts: number, soc: number) => ({
  ts,
  board: 'bms',
  values: { soc, voltage: 51.2, softwareVersion: '1.2' },
})

describe.each(testBrokers)('devices on %s', (on) => {
  let fleet: TestFleet

  beforeAll(async () => {
    fleet = await startTestFleet({ on })
  })
  afterAll(() => fleet.stop())

  test('what is acknowledged is stored: telemetry, its last-known value, an alarm and its events', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    const ts = Date.now() - 1_000
    await fleet.say(client, 'telemetry', bms(ts, 80))
    expect(
      await fleet.ask('select unit, ts, numbers[1:3] as numbers, extra from telemetry where device_id = $1', [
        device.id,
      ]),
    ).toEqual([
      {
        unit: 0,
        ts: new Date(ts).toISOString(),
        numbers: [80, 51.2, null],
        extra: { softwareVersion: '1.2' },
      },
    ])
    expect(
      await fleet.ask('select numbers[1] as soc from latest_values where device_id = $1', [device.id]),
    ).toEqual([{ soc: 80 }])
    await fleet.say(client, 'alarms', { ts, values: { '03011001': 5 } })
    expect(
      await fleet.ask(
        'select semaphore_code, value, bit_position, alarm_level is not null as known from alarms where device_id = $1 order by value',
        [device.id],
      ),
    ).toEqual([
      { semaphore_code: '03011001', value: 1, bit_position: 0, known: true },
      { semaphore_code: '03011001', value: 4, bit_position: 2, known: true },
    ])
    await fleet.say(client, 'alarms', { ts: ts + 10, values: { '03011001': 4 } })
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

  test('what happens to a device is announced once it is stored, whether an alarm or its own words; a repeat is not', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    let heard = 0
    const deaf = fleet.bus.hear('eventsStored', ({ deviceIds }) => {
      // What was said in the test before may still be told, and with it.
      if (deviceIds.includes(device.id)) heard += 1
    })
    const ts = Date.now() - 1_000
    await fleet.say(client, 'events', { ts, code: 'restart', flag: true, content: '重启完成' })
    await vi.waitUntil(() => heard === 1, { timeout: 10_000 })
    await fleet.say(client, 'events', { ts, code: 'restart', flag: true, content: '重启完成' })
    await fleet.say(client, 'alarms', { ts, values: { '03011001': 1 } })
    await vi.waitUntil(() => heard === 2, { timeout: 10_000 })
    deaf()
    expect(heard).toBe(2)
  })

  test('a redelivered message changes nothing, and the same key with other values is counted', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    const ts = Date.now() - 5_000
    const before = await counts()
    await fleet.say(client, 'telemetry', bms(ts, 50))
    await fleet.say(client, 'telemetry', bms(ts, 50))
    await fleet.say(client, 'telemetry', bms(ts, 51))
    expect(await numbersOf(device, 'telemetry')).toEqual([50])
    expect(await numbersOf(device, 'latest_values')).toEqual([50])
    const after = await counts()
    expect(after('repeated') - before('repeated')).toBe(1)
    expect(after('conflicting') - before('conflicting')).toBe(1)
  })

  test('late data and backlog are stored and never overwrite what is newer', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    const now = Date.now()
    await fleet.say(client, 'telemetry', bms(now - 1_000, 70))
    await fleet.say(client, 'telemetry', bms(now - 20_000, 60))
    await fleet.say(client, 'telemetry', [bms(now - 7_200_000, 10), bms(now - 7_100_000, 11)])
    await fleet.say(client, 'telemetry', { ...bms(now - 9_000_000, 9), backlog: true })
    expect(await numbersOf(device, 'telemetry')).toEqual([9, 10, 11, 60, 70])
    expect(await numbersOf(device, 'latest_values')).toEqual([70])
  })

  test('a device whose clock steps back goes on being live, and is shown to have a wrong clock', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    const now = Date.now()
    await fleet.say(client, 'telemetry', bms(now, 70))
    await fleet.say(client, 'alarms', { ts: now, values: { STEP: 1 } })
    await fleet.say(client, 'telemetry', bms(now - 3_600_000, 71))
    await fleet.say(client, 'alarms', { ts: now - 3_599_000, values: { STEP: 0 } })
    expect(await numbersOf(device, 'latest_values')).toEqual([71])
    expect(await fleet.ask('select 1 from alarms where device_id = $1', [device.id])).toEqual([])
    const wrong = () =>
      fleet.ask('select clock_wrong_since is not null as wrong from devices where id = $1', [device.id])
    expect(await wrong()).toEqual([{ wrong: true }])
    await fleet.say(client, 'telemetry', bms(Date.now(), 72))
    expect(await wrong()).toEqual([{ wrong: false }])
    expect(await numbersOf(device, 'latest_values')).toEqual([72])
  })

  test('a ts that cannot be true is kept aside and acknowledged', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    await fleet.say(client, 'telemetry', bms(Date.now() + 11 * 60_000, 1))
    await fleet.say(client, 'alarms', { ts: 1_000, values: { A: 1 } })
    expect(await numbersOf(device, 'telemetry')).toEqual([])
    expect(
      await fleet.ask('select topic, reason from quarantine where device_id = $1 order by id', [device.id]),
    ).toEqual([
      { topic: 'telemetry', reason: 'clockWrong' },
      { topic: 'alarms', reason: 'clockWrong' },
    ])
    expect(
      await fleet.ask('select clock_wrong_since is not null as wrong from devices where id = $1', [
        device.id,
      ]),
    ).toEqual([{ wrong: true }])
  })

  test('every topic survives malformed payloads, and says why it kept them', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    const ts = Date.now()
    const rubbish = [
      ...Array.from({ length: 40 }, (_, length) => randomBytes(length * 7)),
      ...[
        '',
        'null',
        '[]',
        '{}',
        '1',
        '"x"',
        '[[]]',
        '[null]',
        '{"ts":"x"}',
        '{"ts":1e300}',
        '['.repeat(5_000),
      ],
      JSON.stringify({ ts, board: 'toaster', values: {} }),
      JSON.stringify({ ts, board: 'bms', values: { soc: '80' } }),
      JSON.stringify({ ts, board: 'bms', values: { soc: 1e39 } }),
      JSON.stringify({ ts, board: 'bms', values: { softwareVersion: '\0' } }),
      '{"ts":' + String(ts) + ',"board":"bms","values":{"softwareVersion":"\\ud800"}}',
      JSON.stringify({ ts, board: 'cabinet', values: { bays: [{ bay: 1 }, { bay: 1 }] } }),
      JSON.stringify({ ts, board: '__proto__', values: {} }),
      JSON.stringify({ ts, values: { A: -1 } }),
      JSON.stringify({ ts, values: { A: 1.5 } }),
      JSON.stringify({ ts, values: { 'drop table': 1 } }),
      JSON.stringify({ ts, code: 'A', flag: 1 }),
      JSON.stringify({ ts, parts: [{ partType: 7 }] }),
      JSON.stringify({ ts, params: { A: {} } }),
    ].map((body) => Buffer.from(body))
    const up = topicNames.filter((name) => topics[name].direction === 'up')
    for (const name of up) await Promise.all(rubbish.map((body) => fleet.say(client, name, body)))
    await fleet.say(client, 'telemetry', bms(ts, 33))
    expect(await numbersOf(device, 'latest_values')).toEqual([33])
    const [kept] = await fleet.ask<{ n: number }>(
      'select count(*) as n from quarantine where device_id = $1',
      [device.id],
    )
    expect(kept?.n).toBeGreaterThan(rubbish.length * 3)
  })

  test('one poisonous row in the middle of a batch is set aside, its neighbours are stored', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    await asOwner('alter table telemetry add constraint poison check (numbers[1] is distinct from 66.5)')
    const ts = Date.now() - 60_000
    const socs = Array.from({ length: 41 }, (_, n) => (n === 20 ? 66.5 : n))
    await Promise.all(socs.map((soc, n) => fleet.say(client, 'telemetry', bms(ts + n, soc))))
    await asOwner('alter table telemetry drop constraint poison')
    expect(await numbersOf(device, 'telemetry')).toEqual(socs.filter((soc) => soc !== 66.5))
    expect(await fleet.ask('select reason from quarantine where device_id = $1', [device.id])).toEqual([
      { reason: 'refusedByDatabase' },
    ])
  })

  test('info keeps versions and parameters, and an older one overwrites nothing', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    const ts = Date.now()
    const info = (soc: number, version: string) => ({
      parts: [{ partType: 'bms', currSwVersion: version, addrId: 2 }],
      params: { '02121005': soc },
    })
    await fleet.say(client, 'info', { ts, ...info(95, '1.10') })
    await fleet.say(client, 'info', { ts: ts - 1_000, ...info(80, '1.9') })
    expect(
      await fleet.ask('select addr_id, curr_sw_version from device_parts where device_id = $1', [device.id]),
    ).toEqual([{ addr_id: 2, curr_sw_version: '1.10' }])
    expect(
      await fleet.ask('select param_id, value from device_params where device_id = $1', [device.id]),
    ).toEqual([{ param_id: '02121005', value: '95' }])
  })

  test('people query a board by the names of its signals', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    const ts = Date.now()
    const values = {
      inputVoltage: 221,
      bays: [
        { bay: 3, soc: 40, batteryCode: 'B3' },
        { bay: 1, occupied: 0 },
      ],
    }
    await fleet.say(client, 'telemetry', { ts, board: 'cabinet', values })
    expect(
      await fleet.ask('select "inputVoltage" from telemetry_cabinet where device_id = $1', [device.id]),
    ).toEqual([{ inputVoltage: 221 }])
    expect(
      await fleet.ask(
        'select unit, soc, "batteryCode", occupied from telemetry_cabinet_bays where device_id = $1 order by unit',
        [device.id],
      ),
    ).toEqual([
      { unit: 1, soc: null, batteryCode: null, occupied: 0 },
      { unit: 3, soc: 40, batteryCode: 'B3', occupied: null },
    ])
  })

  async function numbersOf(device: TestDevice, table: 'telemetry' | 'latest_values'): Promise<number[]> {
    const rows = await fleet.ask<{ n: number }>(
      `select numbers[1] as n from ${table} where device_id = $1 order by ts`,
      [device.id],
    )
    return rows.map(({ n }) => n)
  }

  async function counts(): Promise<(what: string) => number> {
    const text = await fleet.gateway.metrics.metrics()
    return (what) => Number(new RegExp(`intake_total\\{what="${what}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }

  async function asOwner(statement: string): Promise<void> {
    const client = new pg.Client(fleet.urls.owner)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
})
