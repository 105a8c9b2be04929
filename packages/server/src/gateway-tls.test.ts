import { once } from 'node:events'
import { createConnection } from 'node:net'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from './testing/certificate.ts'
import { say, startTestFleet } from './testing/device-plane.ts'
import type { TestDevice, TestFleet } from './testing/device-plane.ts'
import { freePort } from './testing/ports.ts'

const { cert, key } = selfSigned()
let fleet: TestFleet
let port: number

beforeAll(async () => {
  port = await freePort()
  fleet = await startTestFleet({ tls: { port, cert: Buffer.from(cert), key: Buffer.from(key) } })
})

afterAll(() => fleet.stop())

const bms = (soc: number) => ({ ts: Date.now(), board: 'bms', values: { soc } })

function connect(device: TestDevice, options: mqtt.IClientOptions = {}) {
  return mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, {
    clientId: device.code,
    username: device.code,
    password: device.secret,
    reconnectPeriod: 0,
    ca: cert,
    ...options,
  })
}

test('a device that trusts the certificate reports over TLS', async () => {
  const device = await fleet.device()
  const client = await connect(device)
  await say(client, 'telemetry', bms(81))
  expect(
    await fleet.ask('select numbers[1] as soc from latest_values where device_id = $1', [device.id]),
  ).toEqual([{ soc: 81 }])
  await client.endAsync()
})

test('a wrong secret is refused over TLS, too', async () => {
  const device = await fleet.device()
  await expect(connect({ ...device, secret: 'wrong' })).rejects.toThrow(/Bad user ?name or password/i)
})

test('a device that does not trust the certificate says nothing to it', async () => {
  await expect(connect(await fleet.device(), { ca: selfSigned().cert })).rejects.toThrow('self-signed')
})

test('whoever speaks no TLS on its port is sent away, and the others go on', async () => {
  const stranger = createConnection(port, '127.0.0.1')
  stranger.on('error', () => undefined)
  await once(stranger, 'connect')
  stranger.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  stranger.resume()
  await once(stranger, 'close')
  const client = await connect(await fleet.device())
  await say(client, 'telemetry', bms(1))
  await client.endAsync()
})
