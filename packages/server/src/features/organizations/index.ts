export { isManufacturer } from './queries.ts'
