import type pg from 'pg'
import type { Facts } from '../../facts.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import type { Presence } from './presence.ts'

interface Means {
  readonly db: pg.Pool
  readonly bus: Bus<Facts>
  readonly presence: Pick<Presence, 'holds'>
  /** Where last-known values lie beside the database. */
  readonly cache?: Cache | undefined
  readonly onError: (error: unknown) => void
}

const PATIENCE_MS = 2_000

/** Answers for report when om asks how the chain of a device is: what it heard of it, and whether the cache takes writes. */
export class LinkProbe {
  private readonly means: Means
  /** When each connected device last sent anything. */
  private readonly heardAt = new Map<number, number>()
  private readonly deaf: () => void

  constructor(means: Means) {
    this.means = means
    this.deaf = means.bus.hear('linkAsked', (asked) => void this.answer(asked).catch(means.onError))
  }

  heard(deviceId: number): void {
    this.heardAt.set(deviceId, Date.now())
  }

  left(deviceId: number): void {
    this.heardAt.delete(deviceId)
  }

  stop(): void {
    this.deaf()
  }

  private async answer({ nonce, deviceId }: Facts['linkAsked']): Promise<void> {
    const { bus, presence } = this.means
    const written = await this.timed(deviceId)
    const heardAt = this.heardAt.get(deviceId) ?? null
    bus.announce('linkTold', { nonce, holds: presence.holds(deviceId), heardAt, ...written })
  }

  private async timed(deviceId: number): Promise<{ cacheMs: number | null; refusal: string | null }> {
    const { cache } = this.means
    const began = performance.now()
    try {
      await (cache ? cache.touch(deviceId) : this.writeToTable(deviceId))
      return { cacheMs: performance.now() - began, refusal: null }
    } catch (error) {
      return { cacheMs: null, refusal: error instanceof Error ? error.message : String(error) }
    }
  }

  /** The write that each report of the device makes, taken back: it proves the way and changes nothing. */
  private async writeToTable(deviceId: number): Promise<void> {
    let client: pg.PoolClient | undefined
    try {
      client = await this.means.db.connect()
      await client.query('begin')
      await client.query(`set local statement_timeout = ${PATIENCE_MS}`)
      await client.query('update latest_values set received_at = received_at where device_id = $1', [
        deviceId,
      ])
    } finally {
      await client?.query('rollback').catch(this.means.onError)
      client?.release()
    }
  }
}
