import type { Services } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { forgetUpgrades } from './queries.ts'

/** As long as the audit that says who ordered them. */
const keptMs = 400 * 86_400_000

export const jobs: readonly Job<Services>[] = [
  {
    name: 'upgrades.forgetOld',
    schedule: '55 3 * * *',
    async run({ database, clock }) {
      const before = new Date(clock.now() - keptMs).toISOString()
      while ((await forgetUpgrades(database.system, before)) > 0);
    },
  },
]
