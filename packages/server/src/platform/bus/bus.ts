import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export interface Bus<Facts extends object> {
  /**
   * Tells every process, this one too, without waiting. One message holds at most 8,000 bytes: announce ids, in
   * portions.
   */
  announce<K extends keyof Facts & string>(fact: K, value: Facts[K]): void
  /** Hears a fact from now on; answers how to stop. */
  hear<K extends keyof Facts & string>(fact: K, hearer: (value: Facts[K]) => void): () => void
  /** Called when facts may have been missed: read again whatever was learnt from them. */
  onGap(hearer: () => void): () => void
  close(): Promise<void>
}

interface Options {
  /** Any role that may connect; the bus reads no table. */
  readonly url: string
  readonly onError: (error: Error) => void
}

const channel = 'wattkeeper'
const retryMs = 500

/** Postgres LISTEN and NOTIFY on two connections of their own, never inside a transaction that does work. */
export async function openBus<Facts extends object>({ url, onError }: Options): Promise<Bus<Facts>> {
  const hearers = new Map<string, Set<(value: never) => void>>()
  const gapHearers = new Set<() => void>()
  const speaker = new pg.Pool({ connectionString: url, max: 1 })
  speaker.on('error', onError)
  let closed = false
  let listener: pg.Client | undefined

  const receive = (payload: string | undefined) => {
    const [fact, value] = JSON.parse(payload ?? '[]') as [string, never]
    for (const hearer of hearers.get(fact) ?? []) hearer(value)
  }

  const connect = async () => {
    const client = new pg.Client(url)
    client.on('error', onError)
    client.on('notification', ({ payload }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(onError)
      throw error
    }
    client.once('end', () => void reconnect())
    listener = client
  }

  const reconnect = async () => {
    while (!closed) {
      await delay(retryMs)
      try {
        await connect()
        for (const hearer of gapHearers) hearer()
        return
      } catch (error) {
        onError(error as Error)
      }
    }
  }

  await connect()
  return {
    announce: (fact, value) => {
      speaker.query('select pg_notify($1, $2)', [channel, JSON.stringify([fact, value])]).catch(onError)
    },
    hear: (fact, hearer) => {
      const set = hearers.get(fact) ?? new Set()
      hearers.set(fact, set.add(hearer))
      return () => set.delete(hearer)
    },
    onGap: (hearer) => {
      gapHearers.add(hearer)
      return () => gapHearers.delete(hearer)
    },
    close: async () => {
      closed = true
      await Promise.all([listener?.end(), speaker.end()])
    },
  }
}
