export { alarmJobs, makeAlarmPartitions } from './jobs.ts'
export { alarmMessages } from './messages.ts'
