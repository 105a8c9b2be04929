export { clearExpired, clearStrays } from './jobs.ts'
export { devicePlane } from './plane.ts'
export { findFile } from './queries.ts'
export {
  endLink,
  keepFile,
  keepFileIn,
  linkFrom,
  linksTo,
  openFile,
  releaseFile,
  releaseFileIn,
  storeFile,
} from './rules.ts'
export type { StoredFile } from './rules.ts'
