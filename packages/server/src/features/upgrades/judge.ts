import type { SystemDb } from '../../context.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tick } from '../../platform/jobs/ticking.ts'
import { type JudgedJob, judgeUpgrades, stampMoments } from './judge-queries.ts'
import type { UpgradeSender } from './sender.ts'

const JUDGE_MS = 1_000
const REREAD_MS = 5_000

export interface JudgingOptions {
  readonly db: SystemDb
  readonly clock: Clock
  readonly soakMs: number
  readonly sender: UpgradeSender
  readonly onChanged: (changes: readonly JudgedJob[]) => void
  readonly onCounts: (counts: Record<string, number>) => void
}

export interface Judging {
  readonly ticks: readonly Tick[]
  /** Devices have said something: its moment is written down at once, not only with the next judging. */
  heard(): Promise<void>
}

/** What the process that holds sessions does again and again for upgrades. */
export function judging({ db, clock, soakMs, sender, onChanged, onCounts }: JudgingOptions): Judging {
  const watchingSince = clock.now()
  const judge = async () => {
    const ended = await judgeUpgrades(db, { now: clock.now(), watchingSince, soakMs })
    if (ended.length === 0) return
    const succeeded = ended.filter(({ state }) => state === 'success').length
    onCounts({ upgradesSucceeded: succeeded, upgradesFailed: ended.length - succeeded })
    onChanged(ended)
    sender.wake(ended.map(({ deviceId }) => deviceId))
  }
  return {
    ticks: [
      { name: 'judging of upgrades', everyMs: JUDGE_MS, run: judge },
      { name: 'waiting upgrades', everyMs: REREAD_MS, run: () => sender.reread() },
    ],
    heard: () => stampMoments(db, new Date(clock.now()).toISOString()),
  }
}
