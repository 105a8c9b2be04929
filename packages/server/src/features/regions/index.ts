export { knownRegions, regionDepth } from './queries.ts'
export { everywhere } from './rules.ts'
