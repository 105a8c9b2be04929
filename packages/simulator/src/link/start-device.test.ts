import { randomUUID } from 'node:crypto'
import type { Command, TelemetryReport } from '@wattkeeper/contracts/link'
import { topicOf } from '@wattkeeper/contracts/link'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startDevice } from './start-device.ts'
import type { Device } from './start-device.ts'
import { startTestBroker } from './testing.ts'
import type { TestBroker } from './testing.ts'

let broker: TestBroker
const started: Device[] = []

beforeAll(async () => {
  broker = await startTestBroker()
})
afterAll(() => broker.stop())
afterEach(async () => {
  broker.hold(false)
  await Promise.all(started.splice(0).map((device) => device.stop()))
})

let count = 0
async function start(over: Partial<Parameters<typeof startDevice>[0]> = {}): Promise<Device> {
  const device = await startDevice({ url: broker.url, code: `T${++count}`, secret: 'secret', ...over })
  started.push(device)
  return device
}

const report = (soc: number): TelemetryReport => ({ ts: Date.now(), board: 'bms', values: { soc } })
const ping = (): Command => ({ id: randomUUID(), kind: 'ping', expires: Date.now() + 60_000 })

test('a message resolves once the platform has acknowledged it', async () => {
  const device = await start()
  await device.publish('telemetry', report(50))
  const { payload } = await broker.hear(({ topic }) => topic === topicOf('telemetry', device.code))
  expect(JSON.parse(payload)).toMatchObject({ board: 'bms', values: { soc: 50 } })
  expect(device.unacknowledged).toBe(0)
})

test('a wrong secret is refused, with the reason', async () => {
  const stranger = startDevice({ url: broker.url, code: 'STRANGER', secret: 'guess' })
  await expect(stranger).rejects.toThrow('return code 5')
})

test('what was not acknowledged is said again after a break, marked as a repetition', async () => {
  const device = await start()
  broker.hold(true)
  const acknowledged = device.publish('telemetry', report(51))
  await broker.hear(({ topic }) => topic === topicOf('telemetry', device.code))
  await device.cut()
  expect(device.isOnline).toBe(false)
  expect(device.unacknowledged).toBe(1)
  broker.hold(false)
  await device.connect()
  await acknowledged
  const said = broker.heard.filter(({ topic }) => topic === topicOf('telemetry', device.code))
  expect(said.map(({ dup }) => dup)).toEqual([false, true])
  expect(said[1]?.payload).toBe(said[0]?.payload)
})

test('a device that reconnects comes back by itself when the platform drops it', async () => {
  const device = await start({ reconnects: true })
  await device.publish('telemetry', report(1))
  broker.cutAll()
  await device.publish('telemetry', report(2))
  expect(device.isOnline).toBe(true)
})

test('commands arrive in order, and only proper ones', async () => {
  const device = await start({ onCommand: ({ id }, self) => self.send('reply', { id, result: 1 }) })
  const [first, second] = [ping(), ping()]
  await device.publish('telemetry', report(3))
  await broker.tell(topicOf('commands', device.code), first)
  await broker.tell(topicOf('commands', device.code), { id: 'no', kind: 'dance' })
  await broker.tell(topicOf('commands', device.code), second)
  expect(await device.nextCommand()).toEqual(first)
  expect(await device.nextCommand()).toEqual(second)
  await broker.hear(({ payload }) => payload.includes(second.id))
  expect(device.commands).toHaveLength(2)
})

test('bytes that are no MQTT end the connection and nothing else', async () => {
  const device = await start()
  const other = await start()
  device.sendRaw(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
  device.sendRaw(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  await other.publish('telemetry', report(4))
  await device.cut()
  await device.connect()
  await device.publish('telemetry', report(5))
})

test('pipelined messages are acknowledged in any number', async () => {
  const device = await start()
  await Promise.all(Array.from({ length: 500 }, (_, at) => device.publish('telemetry', report(at % 100))))
  expect(device.unacknowledged).toBe(0)
})
