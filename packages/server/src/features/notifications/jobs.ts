import type { Services } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Tick } from '../../platform/jobs/ticking.ts'
import { deliver } from './deliver.ts'
import { forgetOld } from './deliver-queries.ts'
import { gather } from './gather.ts'

const EVERY_MS = 1_000
const DAY_MS = 86_400_000
const KEPT_DAYS = 90
const OCCURRENCES_KEPT_DAYS = 7

/** Rows lead: each turn does what is due, whichever process wrote it. */
export const ticks: readonly Tick<Services>[] = [
  { name: 'notifications gather', everyMs: EVERY_MS, run: gather },
  { name: 'notifications deliver', everyMs: EVERY_MS, run: deliver },
]

export const jobs: readonly Job<Services>[] = [
  {
    name: 'notifications.forgetOld',
    schedule: '50 3 * * *',
    run: ({ database: { system }, clock }) =>
      forgetOld(system, {
        notifications: new Date(clock.now() - KEPT_DAYS * DAY_MS).toISOString(),
        occurrences: new Date(clock.now() - OCCURRENCES_KEPT_DAYS * DAY_MS).toISOString(),
      }),
  },
]
