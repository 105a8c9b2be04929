import { randomBytes } from 'node:crypto'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestMosquitto, startMosquitto, systemMosquitto } from '../../../testing/mosquitto.ts'
import { ClusterClient, type ClusterMessage } from './cluster-client.ts'

const program = systemMosquitto()
if (program === undefined) process.stdout.write('not run: no mosquitto\n')

// What the platform's side of a broker of the operator's own promises, by MQTT 5.

describe.runIf(program)('a client of the operator’s broker', () => {
  let broker: TestMosquitto

  beforeAll(async () => {
    broker = await startMosquitto(program ?? '')
  })
  afterAll(() => broker.stop())

  /** A topic of its own, which is listened to and spoken under by the platform's account. */
  const place = () => {
    const [clientId, topic] = [
      randomBytes(4).toString('hex'),
      `v1/${randomBytes(4).toString('hex')}/telemetry`,
    ]
    const heard: ClusterMessage[] = []
    const open = (receiveMaximum?: number) =>
      ClusterClient.open({
        ...{ url: broker.url, clientId, filters: [`$share/wattkeeper/${topic}`] },
        ...(receiveMaximum !== undefined && { receiveMaximum }),
        onMessage: (message) => heard.push(message),
        onState: () => undefined,
      })
    const speak = async (...said: readonly string[]) => {
      const client = await connectAsync(broker.url, { clientId: `${clientId}-speaker`, protocolVersion: 5 })
      for (const each of said) await client.publishAsync(topic, each, { qos: 1 })
      await client.endAsync()
    }
    const bodies = () => heard.map(({ payload }) => payload.toString())
    return { heard, open, speak, bodies }
  }
  const until = (read: () => unknown) => expect.poll(read, { timeout: 10_000 })

  test('what is not acknowledged comes again to who comes again, what is acknowledged does not', async () => {
    const { heard, open, speak, bodies } = place()
    const first = await open()
    await speak('one', 'two')
    await until(() => heard.length).toBe(2)
    heard[0]?.acknowledge()
    await first.close()
    // The session outlives the connection: this waits for it.
    await speak('three')
    heard.splice(0)
    const second = await open()
    await until(bodies).toEqual(['two', 'three'])
    for (const message of heard.splice(0)) message.acknowledge()
    await second.close()
    const third = await open()
    await speak('four')
    await until(bodies).toEqual(['four'])
    await third.close()
  })

  test('no more comes unacknowledged than was agreed on: the broker keeps the rest until there is room', async () => {
    const { heard, open, speak } = place()
    const client = await open(3)
    const said = Array.from({ length: 8 }, (_, n) => String(n))
    await speak(...said)
    await until(() => heard.length).toBe(3)
    // The broker has taken all, and has had time for a whole round trip since.
    await speak()
    expect(heard).toHaveLength(3)
    for (let n = 0; n < said.length; n++) {
      await until(() => heard.length).toBeGreaterThan(n)
      heard[n]?.acknowledge()
      await speak()
      // One more may have been read before it was known to be too many.
      expect(heard.length - n).toBeLessThanOrEqual(5)
    }
    expect(heard.map(({ payload }) => payload.toString())).toEqual(said)
    await client.close()
  })

  test('a connection of another ends when its name is taken over', async () => {
    const clientId = randomBytes(4).toString('hex')
    const device = await connectAsync(broker.url, { clientId, reconnectPeriod: 0 })
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()))
    await ClusterClient.takeOver(broker.url, clientId)
    await closed
  })
})
