export { firmwareKind } from './firmware-kind.ts'
