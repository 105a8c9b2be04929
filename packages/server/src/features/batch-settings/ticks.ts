import type { Services } from '../../context.ts'
import type { Tick } from '../../platform/jobs/ticking.ts'
import { announceRollouts, settleTargets } from '../rollouts/index.ts'
import { movedOn } from './queries.ts'

const everyMs = 1_000

/** Rows lead: whatever fact was lost, a command's end is found by looking. */
export async function settle({ database, clock, bus }: Services): Promise<void> {
  const now = clock.now()
  const outcomes = await movedOn(database.system, now)
  if (outcomes.length === 0) return
  const changed = await database.system
    .transaction()
    .execute((db) => settleTargets(db, 'params', { outcomes, now }))
  announceRollouts(bus, changed)
}

export const ticks: readonly Tick<Services>[] = [{ name: 'batchSettings.settle', everyMs, run: settle }]
