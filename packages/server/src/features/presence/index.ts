export { PresenceKeeper } from './keeper.ts'
export { presenceOf } from './presence.ts'
export { visibleOf } from './queries.ts'
