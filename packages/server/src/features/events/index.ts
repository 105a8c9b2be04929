export { insertEvents, removeEvents } from './ingest-queries.ts'
export type { EventKey } from './ingest-queries.ts'
export { eventMessages } from './messages.ts'
