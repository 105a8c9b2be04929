import type { StopReason } from '@wattkeeper/contracts/api/rollouts'

/** Fewer finished devices say nothing about a share. */
const fewestJudged = 5
/** So long the first device may stay away after the change. */
export const AWAY_MS = 600_000

/** How far a roll-out has come, as its targets tell. */
export interface Progress {
  readonly waiting: number
  readonly sent: number
  /** Told in this round, and ended: what the threshold is about. Devices that were never reached say nothing. */
  readonly judged: number
  readonly judgedFailed: number
  readonly canariesOpen: number
  readonly canaries: number
  readonly canariesJudged: number
  readonly canariesFailed: number
  /** Of this round's first device. */
  readonly leaders: number
  readonly leadersFailed: number
  readonly leaderWorkId: number | null
  readonly leaderFinishedAt: string | null
}

export interface Judged {
  readonly failureThreshold: number
  readonly round: number
  readonly beginsWithOne: boolean
  readonly isLed: boolean
}

export type Verdict =
  | { readonly go: 'all' | 'canaries' | 'leader' }
  /** The first device has succeeded, and must come back. */
  | { readonly go: 'none'; readonly awaits?: { readonly workId: number; readonly since: string } }
  | { readonly stop: StopReason }
  | { readonly complete: true }

/** What a roll-out may do next. */
export function judge(rollout: Judged, progress: Progress): Verdict {
  const { failureThreshold } = rollout
  const { judged, judgedFailed, waiting, sent } = progress
  if (waiting + sent === 0) return { complete: true }
  if (judged >= fewestJudged && judgedFailed / judged > failureThreshold) return { stop: 'threshold' }
  if (rollout.beginsWithOne && !rollout.isLed) {
    const led = judgeLeader(progress)
    if (led) return led
  }
  const canary = judgeCanaries(rollout, progress)
  if (canary) return canary
  return { go: waiting > 0 ? 'all' : 'none' }
}

function judgeLeader(progress: Progress): Verdict | undefined {
  const { leaders, leadersFailed, leaderWorkId: workId, leaderFinishedAt: since, waiting } = progress
  if (leadersFailed > 0) return { stop: 'leader' }
  if (leaders === 0) return { go: waiting > 0 ? 'leader' : 'none' }
  if (workId === null || since === null) return { go: 'none' }
  return { go: 'none', awaits: { workId, since } }
}

function judgeCanaries({ round, failureThreshold }: Judged, progress: Progress): Verdict | undefined {
  const { canaries, canariesOpen, canariesJudged, canariesFailed } = progress
  if (canaries === 0) return undefined
  if (canariesOpen > 0) return { go: 'canaries' }
  // Somebody has let it go on after a stop, and no canary was tried anew.
  if (canariesJudged === 0 && round > 1) return undefined
  const isProven = canariesJudged > 0 && canariesFailed / canariesJudged <= failureThreshold
  return isProven && canariesFailed < canariesJudged ? undefined : { stop: 'canary' }
}
