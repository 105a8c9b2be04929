import { createClient, createCluster } from '@redis/client'
import type { Cache, DevicePresence, Latest } from './cache.ts'
import { type Kind, type RedisClient, keepScript, keyOf, redisShelf } from './redis-shelf.ts'

interface Options {
  /** One address, or several of one cluster separated by commas. */
  readonly url: string
  readonly onError: (error: Error) => void
}

const patienceMs = 500

const latest: Kind<Latest> = {
  name: 'latest',
  staleSeconds: 600,
  field: ({ board, unit }) => `${board}:${unit}`,
  order: ({ at }) => at,
  write: ({ ts, receivedAt, numbers, extra }) => ({ ts, receivedAt, numbers, extra }),
  read: (deviceId, { field, order, content }) => {
    const [board = '', unit] = field.split(':')
    return { ...(content as Latest), deviceId, board, unit: Number(unit), at: order }
  },
}

const presence: Kind<DevicePresence> = {
  name: 'presence',
  // A device shown as connected that is not misleads more than an old reading, which carries its time.
  staleSeconds: 30,
  field: () => 'state',
  order: ({ version }) => version,
  write: ({ isOnline, lastOnlineAt, lastOfflineAt }) => ({ isOnline, lastOnlineAt, lastOfflineAt }),
  read: (deviceId, { order, content }) => ({ ...(content as DevicePresence), deviceId, version: order }),
}

/** Redis, Valkey, or a cluster of them. Commands fail at once while it is away: nobody waits for a cache. */
export async function openRedisCache({ url, onError }: Options): Promise<Cache> {
  const client = await connect(url, onError)
  return {
    latest: redisShelf(client, latest),
    presence: redisShelf(client, presence),

    async touch(deviceId) {
      await client.eval(keepScript, { keys: [keyOf(deviceId, latest.name)], arguments: [] })
    },

    async ping() {
      await client.ping()
    },

    async close() {
      client.destroy()
    },
  }
}

async function connect(url: string, onError: (error: Error) => void): Promise<RedisClient> {
  const addresses = url.split(',').map((each) => each.trim())
  const traits = {
    disableOfflineQueue: true,
    commandOptions: { timeout: patienceMs },
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, 2_000),
    },
  }
  const client =
    addresses.length === 1
      ? createClient({ ...traits, url: addresses[0] ?? '' })
      : createCluster({ rootNodes: addresses.map((address) => ({ url: address })), defaults: traits })
  client.on('error', onError)
  // A cache that is not there yet is done without until it is.
  const connected = client.connect().then(
    () => undefined,
    (error: unknown) => onError(error instanceof Error ? error : new Error(String(error))),
  )
  await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  return client
}
