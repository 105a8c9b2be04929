export { knownRegions, regionDepth, subtreeOf } from './queries.ts'
export type { Subtree } from './queries.ts'
export { everywhere } from './rules.ts'
