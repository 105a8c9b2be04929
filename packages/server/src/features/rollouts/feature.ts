import { rollouts } from '@wattkeeper/contracts/api/rollouts'
import type { RolloutKind } from './kinds.ts'
import { handlersWith } from './routes.ts'

export const featureWith = (kinds: readonly RolloutKind[]) => ({
  routes: rollouts,
  handlers: handlersWith(kinds),
})
