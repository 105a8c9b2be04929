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

/** Further apart than this, what the clock shows and what has passed since the last look: it was set. */
const SET_MS = 10_000

/** Looks at a clock again and again, and tells when it was last set, if ever. */
function lookingAt(clock: Clock): () => { readonly now: number; readonly setAt: number | undefined } {
  const aheadOf = (now: number) => now - (clock.elapsed?.() ?? now)
  let ahead = aheadOf(clock.now())
  let setAt: number | undefined
  return () => {
    const now = clock.now()
    if (Math.abs(aheadOf(now) - ahead) > SET_MS) setAt = now
    ahead = aheadOf(now)
    return { now, setAt }
  }
}

/** What the process that holds sessions does again and again for upgrades. */
export function judging({ db, clock, soakMs, sender, onChanged, onCounts }: JudgingOptions): Judging {
  const watchingSince = clock.now()
  const lookAt = lookingAt(clock)
  const judge = async () => {
    const ended = await judgeUpgrades(db, { ...lookAt(), watchingSince, soakMs })
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
