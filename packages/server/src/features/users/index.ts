export { requireReach, requireSeen, requireWithinOwnNarrowing } from './reach.ts'
export type { ReachedUser } from './reach-queries.ts'
