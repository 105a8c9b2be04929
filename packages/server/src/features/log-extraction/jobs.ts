import type { Services } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { forgetExtractions, waitingIds } from './queries.ts'
import { settle } from './settling.ts'

const dayMs = 86_400_000
/** What came to nothing is forgotten with the audit that says who asked. */
const rememberedMs = 400 * dayMs

export const jobs: readonly Job<Services>[] = [
  { name: 'logExtraction.settle', schedule: '* * * * *', run: settleAll },
  {
    name: 'logExtraction.forgetOld',
    schedule: '5 4 * * *',
    run: ({ database, clock }) =>
      forgetExtractions(database.system, new Date(clock.now() - rememberedMs).toISOString()),
  },
]

/** Ends what the process that waited for it could not: it died, or its network did. */
export async function settleAll(services: Services): Promise<void> {
  for (const id of await waitingIds(services.database.system)) await settle(services, id)
}
