import { createClient, createCluster } from '@redis/client'
import type { Latest, LatestCache } from './latest-cache.ts'

interface Options {
  /** One address, or several of one cluster separated by commas. */
  readonly url: string
  readonly onError: (error: Error) => void
}

/** What a reader may see after a write was lost on the way to a cache that did not lose the rest. */
const longestStaleSeconds = 600
const patienceMs = 500
const complete = '~complete'

/** The whole of a device under one name, whose braces keep it on one server of a cluster. */
const keyOf = (deviceId: number) => `wk:{${deviceId}}:latest`

/** Values in groups of three: field, instant, what it holds. Only where somebody has looked, and only what is newer. */
const keepScript = `
if redis.call('exists', KEYS[1]) == 0 then return 0 end
for i = 1, #ARGV, 3 do
  local known = redis.call('hget', KEYS[1], ARGV[i] .. '@')
  if not known or tonumber(known) < tonumber(ARGV[i + 1]) then
    redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 2], ARGV[i] .. '@', ARGV[i + 1])
  end
end
return 1`

type Client = Pick<
  ReturnType<typeof createClient>,
  'eval' | 'hGetAll' | 'hSet' | 'expire' | 'ping' | 'destroy'
>

/** Redis, Valkey, or a cluster of them. Commands fail at once while it is away: nobody waits for a cache. */
export async function openRedisCache({ url, onError }: Options): Promise<LatestCache> {
  const client = await connect(url, onError)
  const keep = async (values: readonly Latest[]) => {
    const devices = Map.groupBy(values, ({ deviceId }) => deviceId)
    await Promise.all(
      [...devices].map(([id, all]) =>
        client.eval(keepScript, { keys: [keyOf(id)], arguments: all.flatMap(argumentsOf) }),
      ),
    )
  }
  return {
    keep,

    async read(deviceIds) {
      const hashes = await Promise.all(
        deviceIds.map(async (id) => [id, await client.hGetAll(keyOf(id))] as const),
      )
      return new Map(
        hashes.flatMap(([id, hash]) => (complete in hash ? [[id, valuesIn(id, hash)] as const] : [])),
      )
    },

    async begin(deviceIds) {
      for (const id of deviceIds) {
        await client.hSet(keyOf(id), '~begun', '1')
        await client.expire(keyOf(id), longestStaleSeconds)
      }
    },

    async load(deviceIds, values) {
      await keep(values)
      await Promise.all(deviceIds.map((id) => client.hSet(keyOf(id), complete, '1')))
    },

    async touch(deviceId) {
      await client.eval(keepScript, { keys: [keyOf(deviceId)], arguments: [] })
    },

    async ping() {
      await client.ping()
    },

    async close() {
      client.destroy()
    },
  }
}

async function connect(url: string, onError: (error: Error) => void): Promise<Client> {
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

function argumentsOf({ board, unit, at, ts, receivedAt, numbers, extra }: Latest): string[] {
  return [`${board}:${unit}`, String(at), JSON.stringify({ ts, receivedAt, numbers, extra })]
}

function valuesIn(deviceId: number, hash: Record<string, string>): Latest[] {
  return Object.entries(hash).flatMap(([field, text]) => {
    const [board, unit] = field.split(':')
    if (board === undefined || unit === undefined || field.endsWith('@')) return []
    const at = Number(hash[`${field}@`])
    return [{ ...(JSON.parse(text) as Latest), deviceId, board, unit: Number(unit), at }]
  })
}
