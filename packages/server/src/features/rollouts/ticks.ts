import type { Services } from '../../context.ts'
import type { Tick } from '../../platform/jobs/ticking.ts'
import { type Looks, turn } from './engine.ts'
import type { RolloutKind } from './kinds.ts'

const everyMs = 1_000

export function rolloutTicks(kinds: readonly RolloutKind[]): readonly Tick<Services>[] {
  const looks: Looks = new Map()
  return [{ name: 'rollouts.turn', everyMs, run: (services) => turn(services, kinds, looks) }]
}
