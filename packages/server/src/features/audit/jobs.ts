import type { Services } from '../../context.ts'
import { forgetRepeats } from '../../platform/database/repeats.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { keepPartitions } from './queries.ts'

const keptDays = 400
const repeatsKeptMs = 24 * 60 * 60 * 1000

/** Keeps the months of the audit ahead, and drops those that have passed 400 days. */
export const jobs: readonly Job<Services>[] = [
  {
    name: 'audit.partitions',
    schedule: '10 3 * * *',
    run: ({ database: { system }, clock }) =>
      keepPartitions(system, new Date(clock.now()).toISOString(), keptDays),
  },
  {
    name: 'audit.forgetRepeats',
    schedule: '20 3 * * *',
    run: ({ database: { system }, clock }) =>
      forgetRepeats(system, new Date(clock.now() - repeatsKeptMs).toISOString()),
  },
]
