export { type CreatedRollout, type NewRollout, createRollout } from './create.ts'
export { type Attempt, isLeftAlone, noteAttempts } from './failures.ts'
export type {
  Asked,
  Candidate,
  Dispatch,
  DispatchOrder,
  DispatchTarget,
  Dispatched,
  Outcome,
  RolloutKind,
} from './kinds.ts'
export { conditionOf } from './selection.ts'
export { announceRollouts, settleTargets } from './settle.ts'
export { rolloutTicks } from './ticks.ts'
