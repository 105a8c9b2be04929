import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestRedis, startRedis, systemRedis } from '../../testing/redis.ts'
import type { Cache, DevicePresence, Latest } from './cache.ts'
import { openRedisCache } from './redis-cache.ts'

const program = systemRedis()
if (program === undefined) process.stdout.write('not run: no redis-server\n')

const value = (deviceId: number, at: number, traits: Partial<Latest> = {}): Latest => ({
  ...{ deviceId, board: 'bms', unit: 0, at, ts: new Date(at).toISOString() },
  ...{ receivedAt: new Date(at + 5).toISOString(), numbers: [at, null], extra: null },
  ...traits,
})

describe.runIf(program)('a shelf in Redis', () => {
  let redis: TestRedis
  let cache: Cache
  beforeAll(async () => {
    redis = await startRedis(program ?? '')
  })
  beforeEach(async () => {
    cache = await openRedisCache({ url: redis.url, onError: () => undefined })
    redis.empty()
  })
  afterEach(() => cache.close())
  afterAll(() => redis.stop())

  const lifeOf = (key: string) =>
    Number(execFileSync('redis-cli', ['-p', String(redis.port), 'pttl', key], { encoding: 'utf8' }))
  const read = async (...ids: number[]) => Object.fromEntries(await cache.latest.read(ids))
  const look = async (id: number, ...values: Latest[]) => {
    await (await cache.latest.begin([id])).load(values)
  }

  test('knows nothing of a device until somebody has looked; then it is complete', async () => {
    await cache.latest.keep([value(1, 10)])
    expect(await read(1)).toEqual({})
    await look(1, value(1, 10), value(1, 20, { board: 'cabinet', unit: 3, extra: { code: 'B1' } }))
    const { 1: known = [] } = await read(1, 2)
    expect([...known].sort((a, b) => a.at - b.at)).toEqual([
      value(1, 10),
      value(1, 20, { board: 'cabinet', unit: 3, extra: { code: 'B1' } }),
    ])
  })

  test('newer takes the place of older, whichever comes first, and a device without values is known as such', async () => {
    await look(1, value(1, 10))
    await cache.latest.keep([value(1, 30), value(1, 20)])
    await cache.latest.keep([value(1, 25)])
    expect(await read(1)).toEqual({ 1: [value(1, 30)] })
    await look(2)
    expect(await read(2)).toEqual({ 2: [] })
  })

  test('what is committed while somebody reads the database is not missed', async () => {
    const look = await cache.latest.begin([1])
    await cache.latest.keep([value(1, 50)])
    expect(await read(1)).toEqual({})
    await look.load([value(1, 10)])
    expect(await read(1)).toEqual({ 1: [value(1, 50)] })
  })

  test('a look that lost its ground loads nothing: the cache was emptied, or somebody looked later', async () => {
    const [lost, fresh] = [await cache.latest.begin([1]), await cache.latest.begin([2])]
    redis.empty()
    await lost.load([value(1, 10)])
    expect(await read(1)).toEqual({})
    const later = await cache.latest.begin([2])
    await fresh.load([value(2, 10)])
    expect(await read(2)).toEqual({})
    await later.load([value(2, 20)])
    expect(await read(2)).toEqual({ 2: [value(2, 20)] })
  })

  test('of a device one state is kept, the last that was committed, and not for long', async () => {
    const state = (version: number, isOnline: 0 | 1): DevicePresence => ({
      ...{ deviceId: 1, version, isOnline, lastOfflineAt: null },
      lastOnlineAt: '2026-01-01T00:00:00.000Z',
    })
    const [second, first] = [1_790_000_000_000_001, 1_790_000_000_000_000]
    await (await cache.presence.begin([1])).load([state(first, 1)])
    await cache.presence.keep([state(second, 0)])
    await cache.presence.keep([state(first, 1)])
    expect(await cache.presence.read([1])).toEqual(new Map([[1, [state(second, 0)]]]))
    expect(lifeOf('wk:{1}:presence')).toBeLessThanOrEqual(cache.presence.staleMs)
    expect(lifeOf('wk:{1}:presence')).toBeGreaterThan(0)
    await cache.latest.begin([1])
    expect(lifeOf('wk:{1}:latest')).toBeGreaterThan(0)
  })

  test('away it refuses at once, and back it is empty', async () => {
    await look(1, value(1, 10))
    await redis.kill()
    await expect(cache.latest.read([1])).rejects.toThrow()
    await expect(cache.ping()).rejects.toThrow()
    await redis.start()
    await expect
      .poll(
        () =>
          cache.ping().then(
            () => 'there',
            () => 'away',
          ),
        { timeout: 10_000 },
      )
      .toBe('there')
    expect(await read(1)).toEqual({})
  })
})

describe.runIf(program)('a shelf in a cluster', () => {
  const servers: TestRedis[] = []
  let cache: Cache
  beforeAll(async () => {
    for (let n = 0; n < 3; n++)
      servers.push(
        await startRedis(program ?? '', ['--cluster-enabled', 'yes', '--cluster-node-timeout', '5000']),
      )
    const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
    execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' })
    cache = await openRedisCache({ url: servers.map(({ url }) => url).join(','), onError: () => undefined })
  })
  afterAll(async () => {
    await cache.close()
    await Promise.all(servers.map((server) => server.stop()))
  })

  test('each device lies on one server, whichever that is', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => n + 1)
    await expect
      .poll(
        () =>
          cache.latest.begin([1, 2, 3, 4, 5]).then(
            () => 'there',
            () => 'away',
          ),
        { timeout: 20_000 },
      )
      .toBe('there')
    const look = await cache.latest.begin(ids)
    await look.load(ids.flatMap((id) => [value(id, id), value(id, id, { unit: 1 })]))
    const known = await cache.latest.read(ids)
    expect([...known.values()].map((values) => values.length)).toEqual(ids.map(() => 2))
  })
})
