import {
  type RolloutState,
  type StopReason,
  rolloutStates,
  stopReasons,
} from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/i18n.ts'
import { Tag } from '../Tag.tsx'
import { rolloutTones } from './rollout-rules.ts'

interface Props {
  readonly state: RolloutState
  readonly stopReason?: StopReason | null
}

export function RolloutTag({ state, stopReason = null }: Props): ReactNode {
  const say = useWords()
  return (
    <span title={stopReason === null ? undefined : say(stopReasons[stopReason])}>
      <Tag tone={rolloutTones[state]}>{say(rolloutStates[state])}</Tag>
    </span>
  )
}
