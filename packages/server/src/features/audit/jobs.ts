import { sql } from 'kysely'
import type { Services } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

const keptDays = 400

/** Keeps the months of the audit ahead, and drops those that have passed 400 days. */
export const jobs: readonly Job<Services>[] = [
  {
    name: 'audit.partitions',
    schedule: '10 3 * * *',
    run: async ({ database: { system }, clock }) => {
      const now = new Date(clock.now())
      for (const table of ['audit', 'audit_changes']) {
        await sql`select ensure_partitions(${table}, 'month', ${now}, ${now}::timestamptz + interval '2 months')`.execute(
          system,
        )
        await sql`select drop_partitions(${table}, 'month', ${now}::timestamptz - ${keptDays} * interval '1 day')`.execute(
          system,
        )
      }
    },
  },
]
