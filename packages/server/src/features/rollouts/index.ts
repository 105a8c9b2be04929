export { type CreatedRollout, type NewRollout, createRollout } from './create.ts'
export { detailOf, readable } from './detail.ts'
export { exportTargets } from './export.ts'
export { type Attempt, noteAttempts } from './failure-queries.ts'
export type {
  Asked,
  Dispatch,
  DispatchOrder,
  DispatchTarget,
  Dispatched,
  Outcome,
  RolloutBody,
  RolloutKind,
} from './kinds.ts'
export { paramsOf, rolloutOf, targetOf, versionOf } from './present.ts'
export { countRollouts, findRollouts } from './read-queries.ts'
export { readableKinds } from './rights.ts'
export { conditionOf } from './selection.ts'
export { announceRollouts, settleTargets } from './settle.ts'
export { removeRollout, rewriteRollout } from './rewrite.ts'
export type { Steering } from './steer.ts'
export { cancelRollout, pauseRollout, resumeRollout, retryRollout } from './steer.ts'
export { countTargets, findTargets } from './target-queries.ts'
export { reasonText } from './wording.ts'
