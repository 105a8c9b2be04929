import type { Services } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { forgetFailures, forgetRollouts } from './forget-queries.ts'
import { penaltyMs } from './failure-queries.ts'

const dayMs = 86_400_000
/** As long as the commands and the audit that tell of them. */
const keptMs = 400 * dayMs

export const jobs: readonly Job<Services>[] = [
  {
    name: 'rollouts.forgetOld',
    schedule: '55 3 * * *',
    async run({ database, clock }) {
      const before = (ms: number) => new Date(clock.now() - ms).toISOString()
      await forgetFailures(database.system, before(penaltyMs))
      while ((await forgetRollouts(database.system, before(keptMs))) > 0);
    },
  },
]
