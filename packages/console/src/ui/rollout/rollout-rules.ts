import type { Rollout, RolloutCounts, RolloutState, TargetState } from '@wattkeeper/contracts/api/rollouts'

/** In the order in which the bar of states shows them: what is done first, what is yet to come last. */
export const barStates = [
  'success',
  'failed',
  'sent',
  'waiting',
  'skipped',
  'canceled',
] as const satisfies readonly TargetState[]

export const rolloutTones = {
  scheduled: 'info',
  running: 'info',
  paused: 'warn',
  stopped: 'bad',
  canceled: 'idle',
  completed: 'good',
} as const satisfies Readonly<Record<RolloutState, string>>

export const targetTones = {
  waiting: 'idle',
  sent: 'info',
  success: 'good',
  failed: 'bad',
  skipped: 'warn',
  canceled: 'idle',
} as const satisfies Readonly<Record<TargetState, string>>

export type Deed = 'pause' | 'resume' | 'cancel' | 'retry' | 'undo'

type Steered = Pick<Rollout, 'kind' | 'state' | 'counts'>

const isOver = (state: RolloutState): boolean => state === 'completed' || state === 'canceled'

/** What can be done with a roll-out as it stands; the server has the last word. */
export function deedsOf({ kind, state, counts }: Steered): readonly Deed[] {
  const can: Readonly<Record<Deed, boolean>> = {
    pause: state === 'running' || state === 'scheduled',
    resume: state === 'paused' || state === 'stopped',
    cancel: !isOver(state),
    retry: counts.failed > 0 && state !== 'scheduled',
    // whoever failed may have changed all the same
    undo: kind === 'params' && (isOver(state) || state === 'stopped') && counts.success + counts.failed > 0,
  }
  return (['pause', 'resume', 'retry', 'undo', 'cancel'] as const).filter((deed) => can[deed])
}

/** Devices that have come to an end, of those that are meant at all. */
export function progressOf({ success, failed, sent, waiting, skipped, canceled }: RolloutCounts) {
  const meant = success + failed + sent + waiting + canceled
  const done = success + failed + canceled
  return { meant, done, share: meant === 0 ? 1 : done / meant, left: sent + waiting, skipped }
}

/** `83 %`; what is not quite all never reads as all, and what has begun never as nothing. */
export function percentOf(share: number): string {
  const rounded = Math.round(share * 100)
  const honest = share < 1 ? Math.min(rounded, 99) : 100
  return `${share > 0 ? Math.max(honest, 1) : honest} %`
}

const minuteS = 60
const hourS = 3600

/** `4:05`, `1:02:09`; what is due is `0:00`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes, rest] = [
    Math.floor(seconds / hourS),
    Math.floor((seconds % hourS) / minuteS),
    seconds % minuteS,
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** A selection of devices, or a rule, as it is sent: what was left empty says nothing. */
export function narrowed<T extends object>(entered: T | null | undefined): Partial<T>
export function narrowed(entered: object | null | undefined): object {
  return Object.fromEntries(Object.entries(entered ?? {}).filter(([, value]) => isGiven(value)))
}

interface Pace {
  readonly upgradeCount: number
  readonly interval: number
}

/** How many groups so many devices are, and when the last one is told after the first, in minutes. */
export function groupsOf(devices: number, { upgradeCount, interval }: Pace) {
  const groups = Math.max(1, Math.ceil(devices / Math.max(1, upgradeCount)))
  return { groups, minutes: (groups - 1) * interval }
}
