import { topicOf } from '@wattkeeper/contracts/link'
import type { MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announceQueued, queueCommand } from './features/commands/index.ts'
import { queriesOver } from './platform/database/database.ts'
import { connectDevice, eventually, startTestFleet, testBrokers } from './testing/device-plane.ts'
import type { TestDevice, TestFleet } from './testing/device-plane.ts'
import type { DB } from './tables/index.generated.ts'

const refused = /Bad user ?name or password|Not authorized|Connection refused/i
const bms = (ts: number, soc: number) => ({
  ts,
  board: 'bms',
  values: { soc, voltage: 51.2, softwareVersion: '1.2' },
})
const closing = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))
const secondOf = async (fleet: TestFleet) => {
  const [mine, other] = await fleet.devices(2)
  return mine && other ? { mine, other } : expect.fail()
}

describe.each(testBrokers)('sessions on %s', (on) => {
  let fleet: TestFleet
  let pool: pg.Pool

  beforeAll(async () => {
    fleet = await startTestFleet({ on })
    pool = new pg.Pool({ connectionString: fleet.urls.system, max: 1 })
  })
  afterAll(async () => {
    await pool.end()
    await fleet.stop()
  })

  const stateOf = ({ id }: TestDevice) =>
    fleet.ask<{ is_online: number; status: number }>('select is_online, status from devices where id = $1', [
      id,
    ])
  const goneFrom = (device: TestDevice) =>
    eventually(
      () => stateOf(device),
      ([row]) => row?.is_online === 0,
    )
  const socsOf = async ({ id }: TestDevice) =>
    (
      await fleet.ask<{ n: number }>(
        'select numbers[1] as n from telemetry where device_id = $1 order by ts',
        [id],
      )
    ).map(({ n }) => n)

  test('a device is online while its session lasts, and its first connection activates it', async () => {
    const [device = expect.fail()] = await fleet.devices(1, 2)
    const client = await fleet.connect(device)
    expect(await stateOf(device)).toEqual([{ is_online: 1, status: 1 }])
    client.stream.destroy()
    await goneFrom(device)
    expect(
      await fleet.ask('select is_online from online_history where device_id = $1 order by id', [device.id]),
    ).toEqual([{ is_online: 1 }, { is_online: 0 }])
  })

  test('wrong credentials are refused', async () => {
    const device = await fleet.device()
    const knock = (as: TestDevice, options?: object) => connectDevice(fleet.port, as, options)
    await expect(knock({ ...device, secret: 'wrong' })).rejects.toThrow(refused)
    await expect(knock({ ...device, code: 'NOBODY' })).rejects.toThrow(refused)
    await expect(knock(device, { password: undefined, username: undefined })).rejects.toThrow(refused)
  })

  test('what is said under the topics of others is not stored, and what is said to others not heard', async () => {
    const { mine, other } = await secondOf(fleet)
    const [client, theirs] = [await fleet.connect(mine), await fleet.connect(other)]
    const heard: string[] = []
    client.on('message', (topic) => heard.push(topic))
    // A broker may refuse to listen, or let nothing through.
    for (const filter of ['#', 'v1/#', 'v1/+/commands', topicOf('commands', other.code), '$SYS/#'])
      await client.subscribeAsync(filter, { qos: 1 }).catch(() => undefined)
    const reached = Promise.all(
      [client, theirs].map((each) => new Promise((resolve) => each.once('message', resolve))),
    )
    await client.subscribeAsync(topicOf('commands', mine.code), { qos: 1 })
    await theirs.subscribeAsync(topicOf('commands', other.code), { qos: 1 })
    for (const { code } of [other, mine])
      expect(fleet.gateway.send(code, topicOf('commands', code), '{"kind":"ping"}')).toBe(true)
    await reached
    expect(new Set(heard)).toEqual(new Set([topicOf('commands', mine.code)]))
    for (const topic of [topicOf('telemetry', other.code), topicOf('commands', mine.code), 'anything']) {
      const offender = await connectDevice(fleet.port, mine)
      offender.publish(topic, JSON.stringify(bms(Date.now(), 1)), { qos: 1 })
      // It is thrown out at this, or its next word is taken.
      await Promise.race([closing(offender), fleet.say(offender, 'telemetry', bms(Date.now(), 2))])
      await offender.endAsync(true)
    }
    expect(await socsOf(other)).toEqual([])
  })

  test('a new connection takes over, and the end of the old one does not set the device offline', async () => {
    const device = await fleet.device()
    const old = await fleet.connect(device)
    const closed = closing(old)
    const young = await fleet.connect(device)
    await closed
    const departures = () =>
      fleet.ask('select id from online_history where device_id = $1 and is_online = 0', [device.id])
    // Behind another broker the old connection’s will may come before the new one’s first word, but not count after it.
    const before = await departures()
    await fleet.say(young, 'telemetry', bms(Date.now(), 5))
    const another = await fleet.device()
    const other = await fleet.connect(another)
    other.stream.destroy()
    await goneFrom(another)
    expect(await stateOf(device)).toMatchObject([{ is_online: 1 }])
    expect(await departures()).toEqual(before)
    if (on === 'the embedded broker') expect(before).toEqual([])
  })

  test('a new secret, a new code or a deleted device ends the session; other changes do not', async () => {
    const [edited, renewed, renamed, deleted] = await fleet.devices(4)
    if (!edited || !renewed || !renamed || !deleted) return expect.fail()
    const gone = [renewed, renamed, deleted]
    const same = await fleet.connect(edited)
    const clients = await Promise.all(gone.map((device) => fleet.connect(device)))
    const closed = Promise.all(clients.map(closing))
    await fleet.ask(`update devices set secret_hash = '\\x00' where id = $1`, [renewed.id])
    await fleet.ask(`update devices set code = code || 'b' where id = $1`, [renamed.id])
    await fleet.ask('delete from devices where id = $1', [deleted.id])
    fleet.bus.announce('deviceEdited', { deviceId: edited.id })
    for (const { id, code } of gone) fleet.bus.announce('deviceEdited', { deviceId: id, ended: code })
    await closed
    await goneFrom(renewed)
    await goneFrom(renamed)
    await fleet.say(same, 'telemetry', bms(Date.now(), 7))
    expect(await stateOf(edited)).toMatchObject([{ is_online: 1 }])
  })

  test('a command goes out and its answer comes back', async () => {
    const device = await fleet.device()
    const client = await fleet.connect(device)
    client.on('message', (_topic, payload) => {
      const { id } = JSON.parse(payload.toString()) as { id: string }
      client.publish(topicOf('reply', device.code), JSON.stringify({ id, result: 1 }), { qos: 1 })
    })
    await client.subscribeAsync(topicOf('commands', device.code), { qos: 1 })
    const queued = await queriesOver<DB>(pool)
      .transaction()
      .execute((tx) => queueCommand(tx, { deviceId: device.id, body: { kind: 'ping' }, source: 'manual' }))
    announceQueued(fleet.bus, [queued])
    const result = () =>
      fleet.ask<{ result: number | null }>('select result from commands where id = $1', [queued.commandId])
    await eventually(result, ([row]) => row?.result === 1)
  })
})

describe('the embedded broker alone', () => {
  let fleet: TestFleet

  beforeAll(async () => {
    fleet = await startTestFleet()
  })
  afterAll(() => fleet.stop())

  test('a name other than the device’s own, and a will under another’s, are refused', async () => {
    const device = await fleet.device()
    await expect(fleet.connect(device, { clientId: 'another' })).rejects.toThrow(refused)
    const foreign = { topic: 'v1/OTHER/telemetry', payload: Buffer.from('x'), qos: 1 as const, retain: false }
    await expect(fleet.connect(device, { will: foreign })).rejects.toThrow(refused)
  })

  test('whoever speaks or listens under topics of others is told so', async () => {
    const { mine, other } = await secondOf(fleet)
    const client = await fleet.connect(mine)
    for (const filter of ['#', 'v1/#', 'v1/+/commands', topicOf('commands', other.code), '$SYS/#'])
      await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
    expect(fleet.gateway.send(other.code, topicOf('commands', other.code), '{}')).toBe(false)
    for (const topic of [topicOf('telemetry', other.code), topicOf('commands', mine.code), 'anything']) {
      const offender = await fleet.connect(mine)
      const closed = closing(offender)
      offender.publish(topic, JSON.stringify(bms(Date.now(), 1)), { qos: 1 })
      await closed
    }
  })
})
