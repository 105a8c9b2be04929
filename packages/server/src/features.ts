import type { Services } from './context.ts'
import { jobs as auditJobs } from './features/audit/jobs.ts'
import { feature as alarms } from './features/alarms/feature.ts'
import { feature as dashboard } from './features/dashboard/feature.ts'
import { feature as live } from './features/live/feature.ts'
import { feature as session } from './features/session/feature.ts'
import { jobs as sessionJobs } from './features/session/jobs.ts'
import { feature as system } from './features/system/feature.ts'
import { feature as telemetry } from './features/telemetry/feature.ts'
import type { Served } from './platform/http/handler.ts'
import type { Job } from './platform/jobs/jobs.ts'

/** Every feature that answers people. A new feature is one line here. */
export const served: readonly Served[] = [session, telemetry, alarms, dashboard, live, system]

/** Everything that the clock starts. */
export const scheduled: readonly Job<Services>[] = [...auditJobs, ...sessionJobs]
