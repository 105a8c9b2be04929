export { requireAssignable } from './rules.ts'
export { rolesBeyond } from './reach-queries.ts'
