import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import { execFileSync } from 'node:child_process'
import type { MqttClient } from 'mqtt'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Gateway, startGateway } from './gateway.ts'
import type { LatestCache } from './platform/cache/latest-cache.ts'
import { openRedisCache } from './platform/cache/redis-cache.ts'
import { type TestDevice, connectDevice, eventually, makeDevices, say } from './testing/device-plane.ts'
import { type TestRedis, startRedis, systemRedis } from './testing/redis.ts'
import { type Person, type TestServer, query, startTestServer } from './testing/server.ts'

const program = systemRedis()

describe.runIf(program)('screens that read last-known values from Redis', () => {
  let redis: TestRedis
  let cache: LatestCache
  let server: TestServer
  let gateway: Gateway
  let person: Person
  let device: TestDevice
  let client: MqttClient
  let clock = Date.now() - 600_000

  beforeAll(async () => {
    redis = await startRedis(program ?? '')
    cache = await openRedisCache({ url: redis.url, onError: () => undefined })
    server = await startTestServer({ latest: cache })
    gateway = await startGateway({
      databaseUrl: server.urls.system,
      redisUrl: redis.url,
      bus: server.services.bus,
      logger: pino({ level: 'silent' }),
      mqtt: { port: 0, address: '127.0.0.1' },
    })
    person = await server.person()
    const ask = <Row>(text: string, values?: unknown[]) =>
      query<Row & object>(server.urls.superuser, text, values)
    const [made] = await makeDevices(ask, 1, 1)
    device = made ?? expect.fail()
    client = await connectDevice(gateway.port, device)
  })
  beforeEach(() => {
    clock += 1_000
  })
  afterAll(async () => {
    await client.endAsync(true)
    await gateway.stop()
    await server.stop()
    await cache.close()
    await redis.stop()
  })

  const report = (soc: number, ts = clock) => say(client, 'telemetry', { ts, board: 'bms', values: { soc } })
  const shown = async () => JSON.stringify(await person.call(telemetry.live, { equipId: device.id }))
  const flush = () => execFileSync('redis-cli', ['-p', String(redis.port), 'flushall'], { stdio: 'ignore' })

  test('what is acknowledged is seen, and the older never takes its place', async () => {
    await report(40)
    await eventually(shown, (answer) => answer.includes('40'))
    await report(41, clock + 10)
    await eventually(shown, (answer) => answer.includes('41'))
    await report(39, clock + 5)
    expect(await shown()).toContain('41')
  })

  test('it is read from the cache, which comes back from the database when it was emptied', async () => {
    await report(55)
    await eventually(shown, (answer) => answer.includes('55'))
    await query(
      server.urls.superuser,
      `update latest_values set numbers[1] = 7 where device_id = ${device.id}`,
    )
    expect(await shown()).toContain('55')
    flush()
    expect(await shown()).not.toContain('55')
    await report(56, clock + 100)
    await eventually(shown, (answer) => answer.includes('56'))
  })

  test('without the cache the database answers', async () => {
    await report(60)
    await eventually(shown, (answer) => answer.includes('60'))
    await redis.kill()
    expect(await shown()).toContain('60')
    await report(61, clock + 100)
    expect(await shown()).toContain('61')
    await redis.start()
    await expect.poll(shown, { timeout: 10_000 }).toContain('61')
  })

  test('a stranger sees nothing of it', async () => {
    await expect(
      (await server.person({ organizationId: 1, narrowing: { ET: ['4'] } })).call(telemetry.live, {
        equipId: device.id,
      }),
    ).rejects.toThrow()
  })
})
