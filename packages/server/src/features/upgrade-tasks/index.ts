export { firmwareKind } from './firmware-kind.ts'
export { handlers as taskHandlers } from './routes.ts'
