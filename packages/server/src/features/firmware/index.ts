export { prepareSigning } from './keys.ts'
export { holdVersion, newestRelease, versionForOrder } from './order-queries.ts'
export type { VersionForOrder } from './order-queries.ts'
