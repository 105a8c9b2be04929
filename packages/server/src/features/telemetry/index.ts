export { defineBoardViews } from './board-views.ts'
export { stagingTable } from './ingest-queries.ts'
export { RETENTION_DAYS, daysAhead, makeTelemetryPartitions, telemetryJobs } from './jobs.ts'
export { telemetryMessages } from './messages.ts'
