import type { RolloutState, TargetState } from '@wattkeeper/contracts/api/rollouts'
import { type Codec, type FilterOf, as } from '../../ui/url/codecs.ts'

/** Some of a few words, joined by commas; what is none of them falls away. */
function someOf<const W extends string>(words: readonly W[]): Codec<W[]> {
  return {
    read: (text) => {
      const asked = new Set(text.split(','))
      const known = words.filter((word) => asked.has(word))
      return known.length > 0 ? known : undefined
    },
    write: (values) => values.join(','),
  }
}

export const rolloutStateNames = [
  'scheduled',
  'running',
  'paused',
  'stopped',
  'completed',
  'canceled',
] as const satisfies readonly RolloutState[]

const targetStateNames = [
  'waiting',
  'sent',
  'success',
  'failed',
  'skipped',
  'canceled',
] as const satisfies readonly TargetState[]

export const listCodecs = {
  keyword: as.text,
  kind: as.oneOf('params', 'firmware'),
  states: someOf(rolloutStateNames),
  startTime: as.text,
  endTime: as.text,
} as const
export type ListFilter = FilterOf<typeof listCodecs>

/** The devices of one roll-out, beside its id. */
export const targetCodecs = {
  code: as.text,
  states: someOf(targetStateNames),
  reason: as.text,
} as const
export type TargetFilter = FilterOf<typeof targetCodecs>

export const listPath = '/maintenance/rollout'
export const pathOf = (id: number): string => `${listPath}?id=${id}`

/** A second click on a state lets go of it; the reason of another state makes no sense with it. */
export function withState(filter: TargetFilter, state: TargetState): Partial<TargetFilter> {
  const chosen = filter.states ?? []
  const states = chosen.includes(state) ? chosen.filter((one) => one !== state) : [...chosen, state]
  return { states: states.length > 0 ? states : undefined, reason: undefined }
}

interface Reason {
  readonly state: TargetState
  readonly reason: string | null
}

export const isChosen = ({ states, reason: chosen }: TargetFilter, { state, reason }: Reason): boolean =>
  chosen !== undefined && chosen === reason && states?.length === 1 && states[0] === state

/** The devices with this state and reason, or all again when they were chosen already. */
export function withReason(filter: TargetFilter, of: Reason): Partial<TargetFilter> {
  return isChosen(filter, of)
    ? { states: undefined, reason: undefined }
    : { states: [of.state], reason: of.reason ?? undefined }
}
