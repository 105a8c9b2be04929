export { prepareSigning } from './keys.ts'
export { newestRelease, versionForOrder } from './order-queries.ts'
export type { VersionForOrder } from './order-queries.ts'
