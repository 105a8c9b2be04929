export { isModelOf, namesOfModels } from './queries.ts'
