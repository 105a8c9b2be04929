import { randomUUID } from 'node:crypto'
import type { createClient } from '@redis/client'
import type { Shelf } from './cache.ts'

export type RedisClient = Pick<ReturnType<typeof createClient>, 'eval' | 'hGetAll' | 'ping' | 'destroy'>

/** How the values of a device lie in its hash. */
export interface Kind<T> {
  readonly name: string
  readonly staleSeconds: number
  /** Which of the device's values it is. */
  field(value: T): string
  /** The greater takes the place of the smaller. */
  order(value: T): number
  write(value: T): object
  read(deviceId: number, of: { field: string; order: number; content: unknown }): T
}

const begun = '~begun'
const complete = '~complete'

/** The whole of a device under names whose braces keep them on one server of a cluster. */
export const keyOf = (deviceId: number, name: string) => `wk:{${deviceId}}:${name}`

/** Values in groups of three: field, order, what it holds. Only where somebody has looked, and only what is newer. */
const keepNewer = `
  for i = first, #ARGV, 3 do
    local known = redis.call('hget', KEYS[1], ARGV[i] .. '@')
    if not known or tonumber(known) < tonumber(ARGV[i + 1]) then
      redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 2], ARGV[i] .. '@', ARGV[i + 1])
    end
  end
  return 1`

export const keepScript = `
  if redis.call('exists', KEYS[1]) == 0 then return 0 end
  local first = 1 ${keepNewer}`

/** What was begun and never loaded ends by itself, and so does what was loaded long ago, however often it is looked at. */
const beginScript = `
  local isNew = redis.call('exists', KEYS[1]) == 0
  redis.call('hset', KEYS[1], '${begun}', ARGV[1])
  if isNew then redis.call('expire', KEYS[1], ARGV[2]) end
  return 1`

const loadScript = `
  if redis.call('hget', KEYS[1], '${begun}') ~= ARGV[1] then return 0 end
  redis.call('hset', KEYS[1], '${complete}', '1')
  redis.call('expire', KEYS[1], ARGV[2])
  local first = 3 ${keepNewer}`

export function redisShelf<T extends { readonly deviceId: number }>(
  client: RedisClient,
  kind: Kind<T>,
): Shelf<T> {
  const seconds = String(kind.staleSeconds)
  const run = (script: string, id: number, args: readonly string[]) =>
    client.eval(script, { keys: [keyOf(id, kind.name)], arguments: [...args] })
  const argumentsOf = (values: readonly T[]) =>
    values.flatMap((value) => [
      kind.field(value),
      String(kind.order(value)),
      JSON.stringify(kind.write(value)),
    ])
  const valuesIn = (id: number, hash: Record<string, string>) =>
    Object.entries(hash).flatMap(([field, text]) => {
      if (field.startsWith('~') || field.endsWith('@')) return []
      const content: unknown = JSON.parse(text)
      return [kind.read(id, { field, order: Number(hash[`${field}@`]), content })]
    })
  return {
    staleMs: kind.staleSeconds * 1_000,

    async keep(values) {
      const devices = Map.groupBy(values, ({ deviceId }) => deviceId)
      await Promise.all([...devices].map(([id, all]) => run(keepScript, id, argumentsOf(all))))
    },

    async read(deviceIds) {
      const hashes = await Promise.all(
        deviceIds.map(async (id) => [id, await client.hGetAll(keyOf(id, kind.name))] as const),
      )
      return new Map(
        hashes.flatMap(([id, hash]) => (complete in hash ? [[id, valuesIn(id, hash)] as const] : [])),
      )
    },

    async begin(deviceIds) {
      const look = randomUUID()
      await Promise.all(deviceIds.map((id) => run(beginScript, id, [look, seconds])))
      return {
        async load(values) {
          const devices = Map.groupBy(values, ({ deviceId }) => deviceId)
          await Promise.all(
            deviceIds.map((id) =>
              run(loadScript, id, [look, seconds, ...argumentsOf(devices.get(id) ?? [])]),
            ),
          )
        },
      }
    },
  }
}
