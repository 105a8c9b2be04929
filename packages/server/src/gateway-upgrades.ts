import type pg from 'pg'
import type { Announcer } from './announcer.ts'
import { UpgradeSender, judging } from './features/upgrades/index.ts'
import type { GatewayOptions } from './gateway.ts'
import type { createGatewayMetrics } from './gateway-metrics.ts'
import { systemClock } from './platform/clock/clock.ts'
import { queriesOver } from './platform/database/database.ts'
import type { Tick } from './platform/jobs/ticking.ts'
import type { Outgoing } from './platform/link/dialect.ts'
import type { DB } from './tables/index.generated.ts'

interface Means {
  readonly pool: pg.Pool
  readonly announcer: Announcer
  readonly measured: ReturnType<typeof createGatewayMetrics>
  readonly send: (device: string, message: Outgoing) => boolean
  readonly onError: (error: unknown) => void
}

export interface GatewayUpgrades {
  readonly sender: UpgradeSender
  /** What the writer has stored of upgrades. */
  stored(jobIds: readonly number[], deviceIds: readonly number[]): void
  readonly ticks: readonly Tick[]
  /** Wakes the sender; answers how to stop listening. */
  hear(): (() => void)[]
}

const usualSoakSeconds = 120

/** What sends upgrades to the devices of this process, and judges them. */
export function gatewayUpgrades(
  { bus, clock = systemClock, publicUrl = '', soakSeconds = usualSoakSeconds }: GatewayOptions,
  { pool, announcer, measured, send, onError }: Means,
): GatewayUpgrades {
  const db = queriesOver<DB>(pool)
  const onCounts = (counts: Record<string, number>) => measured.counted(counts)
  const onChanged = (changes: readonly { readonly id: number; readonly deviceId: number }[]) =>
    announcer.upgradesChanged(
      changes.map(({ id }) => id),
      changes.map(({ deviceId }) => deviceId),
    )
  const sender = new UpgradeSender({ db, clock, publicUrl, send, onChanged, onCounts, onError })
  const judged = judging({ db, clock, soakMs: soakSeconds * 1000, sender, onChanged, onCounts })
  return {
    sender,
    ticks: judged.ticks,
    stored(jobIds, deviceIds) {
      if (jobIds.length === 0) return
      judged.heard().catch(onError)
      sender.wake(deviceIds)
      announcer.upgradesChanged(jobIds, deviceIds)
    },
    hear: () => [
      bus.hear('upgradesQueued', ({ deviceIds }) => sender.wake(deviceIds)),
      bus.onGap(() => void sender.reread().catch(onError)),
    ],
  }
}
