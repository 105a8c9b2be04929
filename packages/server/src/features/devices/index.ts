export { type Criteria, conditionsOf } from './list-queries.ts'
export { criteriaOf } from './rules.ts'
