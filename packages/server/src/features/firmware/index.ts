export { prepareSigning } from './keys.ts'
export { newestRelease, versionFits, versionForOrder } from './order-queries.ts'
export type { VersionForOrder } from './order-queries.ts'
