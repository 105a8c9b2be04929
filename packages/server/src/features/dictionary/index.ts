export { entriesOf } from './queries.ts'
