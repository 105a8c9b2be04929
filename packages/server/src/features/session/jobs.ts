import type { Services } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { forgetOldSessions } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000
const keptMs = 30 * dayMs

export const jobs: readonly Job<Services>[] = [
  {
    name: 'session.forgetOld',
    schedule: '40 3 * * *',
    run: ({ database, clock }) =>
      forgetOldSessions(database.system, new Date(clock.now() - keptMs).toISOString()),
  },
]
