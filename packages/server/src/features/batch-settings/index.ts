export { paramsKind } from './params-kind.ts'
