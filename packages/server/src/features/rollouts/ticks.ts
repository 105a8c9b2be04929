import type { Services } from '../../context.ts'
import type { Tick } from '../../platform/jobs/ticking.ts'
import { turn } from './engine.ts'
import type { RolloutKind } from './kinds.ts'

const everyMs = 1_000

export const rolloutTicks = (kinds: readonly RolloutKind[]): readonly Tick<Services>[] => [
  { name: 'rollouts.turn', everyMs, run: (services) => turn(services, kinds) },
]
