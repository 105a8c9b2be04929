import { commands } from '@wattkeeper/contracts/api/commands'
import { devices as deviceRoutes } from '@wattkeeper/contracts/api/devices'
import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import type { IClientOptions, MqttClient } from 'mqtt'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Gateway, startGateway } from './gateway.ts'
import type { Cache } from './platform/cache/cache.ts'
import { openRedisCache } from './platform/cache/redis-cache.ts'
import { type TestDevice, connectDevice, eventually, makeDevices, say } from './testing/device-plane.ts'
import { type TestRedis, startRedis, systemRedis } from './testing/redis.ts'
import { type Person, type TestServer, query, startTestServer } from './testing/server.ts'

const program = systemRedis()
if (program === undefined) process.stdout.write('not run: no redis-server\n')

// What screens see of one device, whether they read the tables or Redis before them.

const inTables = { where: 'in the tables', isRedis: false }
const inRedis = { where: 'in Redis', isRedis: true }

describe.each(program === undefined ? [inTables] : [inTables, inRedis])('known $where', ({ isRedis }) => {
  let redis: TestRedis | undefined
  let cache: Cache | undefined
  let server: TestServer
  let gateway: Gateway
  let person: Person
  let device: TestDevice
  let client: MqttClient
  let clock = Date.now() - 600_000
  /** The process of the devices cannot write to the cache. */
  let isDeaf = false
  const clients: MqttClient[] = []

  beforeAll(async () => {
    if (isRedis) redis = await startRedis(program ?? '')
    cache = redis && (await openRedisCache({ url: redis.url, onError: () => undefined }))
    server = await startTestServer({ cache })
    gateway = await startGateway({
      databaseUrl: server.urls.system,
      redisUrl: redis?.url,
      cache: cache && deafAtTimes(cache, () => isDeaf),
      bus: server.services.bus,
      logger: pino({ level: 'silent' }),
      mqtt: { port: 0, address: '127.0.0.1' },
    })
    person = await server.person()
  })
  beforeEach(async () => {
    clock += 1_000
    device = await newDevice()
    client = await connect(device)
  })
  afterAll(async () => {
    await Promise.all(clients.map((each) => each.endAsync(true)))
    await gateway.stop()
    await server.stop()
    await cache?.close()
    await redis?.stop()
  })

  const ask = <Row>(text: string, values?: unknown[]) =>
    query<Row & object>(server.urls.superuser, text, values)
  const newDevice = async () => (await makeDevices(ask, 1, 1))[0] ?? expect.fail()
  const connect = async (of: TestDevice, options?: IClientOptions) => {
    const made = await connectDevice(gateway.port, of, options)
    clients.push(made)
    return made
  }
  const report = (soc: number, ts = clock) => say(client, 'telemetry', { ts, board: 'bms', values: { soc } })
  const shown = async () => JSON.stringify(await person.call(telemetry.live, { equipId: device.id }))
  const statusOf = ({ id }: TestDevice) => person.call(commands.onlineStatus, { equipId: id })
  const isOnline = async (of = device) => (await statusOf(of)).isOnline

  test('what is acknowledged is seen, and the older never takes its place', async () => {
    await shown()
    await report(40)
    await eventually(shown, (answer) => answer.includes('40'))
    await report(41, clock + 10)
    await eventually(shown, (answer) => answer.includes('41'))
    await report(39, clock + 5)
    expect(await shown()).toContain('41')
  })

  test('a stranger sees nothing of it', async () => {
    await statusOf(device)
    await shown()
    const stranger = await server.person({ organizationId: 1, narrowing: { ET: ['4'] } })
    await expect(stranger.call(telemetry.live, { equipId: device.id })).rejects.toThrow()
    await expect(stranger.call(commands.onlineStatus, { equipId: device.id })).rejects.toThrow()
  })

  test('a device is shown as connected and gone with the times of its row', async () => {
    await eventually(isOnline, (online) => online === 1)
    const [row] = await ask<{ at: Date }>('select last_online_at as at from devices where id = $1', [
      device.id,
    ])
    expect((await statusOf(device)).lastOnlineTime).toBe(row?.at.toISOString())
    await client.endAsync()
    await eventually(isOnline, (online) => online === 0)
    expect((await statusOf(device)).lastOfflineTime).not.toBeNull()
    expect(await person.call(deviceRoutes.state, { equipId: device.id })).toMatchObject({ isOnline: 0 })
  })

  test('a device that takes over from itself stays connected', async () => {
    await eventually(isOnline, (online) => online === 1)
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    await connect(device)
    await closed
    const other = await newDevice()
    await (await connect(other)).endAsync()
    await eventually(
      () => isOnline(other),
      (online) => online === 0,
    )
    expect(await isOnline()).toBe(1)
  })

  test('however often devices come and go while people look, nobody sees an older state after a newer', async () => {
    const fleet = await makeDevices(ask, 8, 1)
    let isOver = false
    const looking = fleet.map(async (each) => {
      for (let newest = ''; !isOver;) {
        const { lastOnlineTime } = await statusOf(each)
        expect((lastOnlineTime ?? '') >= newest).toBe(true)
        newest = lastOnlineTime ?? ''
      }
    })
    const coming = fleet.map(async (each, n) => {
      for (let round = 0; round < 6; round++) {
        const made = await connect(each)
        if (round < 5 || n % 2) await made.endAsync(round % 2 === 0)
      }
    })
    await Promise.all(coming)
    isOver = true
    await Promise.all(looking)
    const inRows = async () =>
      (
        await ask<{ online: number }>(
          'select is_online as online from devices where id = any($1::bigint[]) order by id',
          [fleet.map(({ id }) => id)],
        )
      ).map(({ online }) => online)
    const seen = () => Promise.all(fleet.map((each) => isOnline(each)))
    const expected = fleet.map((_, n) => (n % 2 ? 0 : 1))
    await eventually(inRows, (rows) => rows.join() === expected.join())
    expect(await eventually(seen, (states) => states.join() === expected.join())).toEqual(expected)
  })

  describe.runIf(isRedis)('and Redis may fail', () => {
    const forge = () =>
      ask(`update latest_values set numbers[1] = 7 where device_id = ${device.id}`).then(() =>
        ask(`update devices set is_online = 0 where id = ${device.id}`),
      )

    test('it is read there, and comes back from the database when it was emptied', async () => {
      await report(55)
      await eventually(shown, (answer) => answer.includes('55'))
      await eventually(isOnline, (online) => online === 1)
      // Nobody told the cache: so this is how one sees who answers.
      await forge()
      expect(await shown()).toContain('55')
      expect(await isOnline()).toBe(1)
      redis?.empty()
      expect(await shown()).not.toContain('55')
      expect(await isOnline()).toBe(0)
    })

    test('while it is away the database answers, and afterwards it is right again', async () => {
      await report(60)
      await eventually(shown, (answer) => answer.includes('60'))
      await eventually(isOnline, (online) => online === 1)
      await redis?.kill()
      expect(await shown()).toContain('60')
      await report(61, clock + 100)
      expect(await shown()).toContain('61')
      await client.endAsync()
      await eventually(isOnline, (online) => online === 0)
      await redis?.start()
      await expect.poll(shown, { timeout: 10_000 }).toContain('61')
      expect(await isOnline()).toBe(0)
    })

    test('a state that did not reach it is told again', async () => {
      // It was away a moment ago.
      const isKept = () =>
        cache?.presence.read([device.id]).then(
          (known) => known.has(device.id),
          () => false,
        )
      await eventually(
        () => isOnline().then(isKept),
        (kept) => kept === true,
      )
      isDeaf = true
      await client.endAsync()
      await eventually(
        () => ask<{ n: number }>('select is_online as n from devices where id = $1', [device.id]),
        ([row]) => row?.n === 0,
      )
      expect(await isOnline()).toBe(1)
      isDeaf = false
      await eventually(isOnline, (online) => online === 0)
    })
  })
})

function deafAtTimes(cache: Cache, isDeaf: () => boolean): Cache {
  const keep: Cache['presence']['keep'] = (states) =>
    isDeaf() ? Promise.reject(new Error('lost on the way')) : cache.presence.keep(states)
  return { ...cache, presence: { ...cache.presence, keep } }
}
