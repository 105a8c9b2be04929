export { recordDeed } from './record.ts'
