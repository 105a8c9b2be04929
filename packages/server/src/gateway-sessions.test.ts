import { topicOf } from '@wattkeeper/contracts/link'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, say, startTestFleet } from './testing/device-plane.ts'
import type { TestDevice, TestFleet } from './testing/device-plane.ts'

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

test('wrong credentials are refused', async () => {
  const device = await fleet.device()
  const refused = /Bad user ?name or password|Not authorized|Connection refused/i
  await expect(fleet.connect({ ...device, secret: 'wrong' })).rejects.toThrow(refused)
  await expect(fleet.connect({ ...device, code: 'NOBODY' })).rejects.toThrow(refused)
  await expect(fleet.connect(device, { clientId: 'another' })).rejects.toThrow(refused)
  await expect(fleet.connect(device, { password: undefined, username: undefined })).rejects.toThrow(refused)
  const foreign = { topic: 'v1/OTHER/telemetry', payload: Buffer.from('x'), qos: 1 as const, retain: false }
  await expect(fleet.connect(device, { will: foreign })).rejects.toThrow(refused)
})

test('a device neither speaks nor listens under topics of others', async () => {
  const [mine, other] = await fleet.devices(2)
  if (!mine || !other) throw new Error('no devices')
  const client = await fleet.connect(mine)
  for (const filter of ['#', 'v1/#', 'v1/+/commands', topicOf('commands', other.code), '$SYS/#']) {
    await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
  }
  await client.subscribeAsync(topicOf('commands', mine.code), { qos: 1 })
  const received = new Promise<string>((resolve) =>
    client.once('message', (_topic, body) => resolve(body.toString())),
  )
  expect(fleet.gateway.send(other.code, topicOf('commands', other.code), '{}')).toBe(false)
  expect(fleet.gateway.send(mine.code, topicOf('commands', mine.code), '{"kind":"ping"}')).toBe(true)
  expect(await received).toBe('{"kind":"ping"}')
  for (const topic of [topicOf('telemetry', other.code), topicOf('commands', mine.code), 'anything']) {
    const offender = await fleet.connect(mine)
    const closed = new Promise<void>((resolve) => offender.once('close', () => resolve()))
    offender.publish(topic, JSON.stringify(bms(Date.now(), 1)), { qos: 1 })
    await closed
  }
  expect(await numbersOf(other, 'telemetry')).toEqual([])
})

test('a new connection takes over, and the end of the old one does not set the device offline', async () => {
  const device = await fleet.device()
  const old = await fleet.connect(device)
  const closed = new Promise<void>((resolve) => old.once('close', () => resolve()))
  const young = await fleet.connect(device)
  await closed
  await say(young, 'telemetry', bms(Date.now(), 5))
  const other = await fleet.connect(await fleet.device())
  await other.endAsync()
  await eventually(
    () => fleet.ask<{ n: number }>('select count(*) as n from online_history where is_online = 0'),
    ([row]) => (row?.n ?? 0) > 0,
  )
  expect(await fleet.ask('select is_online from devices where id = $1', [device.id])).toEqual([
    { is_online: 1 },
  ])
  expect(await fleet.ask('select is_online from online_history where device_id = $1', [device.id])).toEqual([
    { is_online: 1 },
  ])
})

test('a new secret or a deleted device ends the session', async () => {
  const [changed, deleted] = await fleet.devices(2)
  if (!changed || !deleted) throw new Error('no devices')
  const clients = [await fleet.connect(changed), await fleet.connect(deleted)]
  const closed = Promise.all(
    clients.map((client) => new Promise<void>((resolve) => client.once('close', () => resolve()))),
  )
  await fleet.ask(`update devices set secret_hash = '\\x00' where id = $1`, [changed.id])
  await fleet.ask('delete from devices where id = $1', [deleted.id])
  for (const { id } of [changed, deleted]) fleet.bus.announce('deviceEdited', { deviceId: id })
  await closed
})

async function numbersOf(device: TestDevice, table: 'telemetry' | 'latest_values'): Promise<number[]> {
  const rows = await fleet.ask<{ n: number }>(
    `select numbers[1] as n from ${table} where device_id = $1 order by ts`,
    [device.id],
  )
  return rows.map(({ n }) => n)
}
