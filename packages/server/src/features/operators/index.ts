export { knownOperators, manufacturerOf } from './queries.ts'
