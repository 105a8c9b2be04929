import type { Services } from '../../context.ts'
import type { Tick } from '../../platform/jobs/ticking.ts'
import { announceRollouts, noteAttempts, settleTargets } from '../rollouts/index.ts'
import { attemptsOf, goneOut, outcomeOf, takeEnded } from './settle-queries.ts'

const everyMs = 1_000

/** Rows lead: whatever fact was lost, an upgrade's end is found by looking. */
export async function settle({ database, clock, bus }: Services): Promise<void> {
  const now = clock.now()
  const sent = await goneOut(database.system)
  const changed = await database.system.transaction().execute(async (db) => {
    const ended = await takeEnded(db)
    await noteAttempts(db, 'firmware', { attempts: attemptsOf(ended), now })
    const outcomes = ended.filter(({ source }) => source === 'task').map(outcomeOf)
    return settleTargets(db, 'firmware', { outcomes: [...sent, ...outcomes], now })
  })
  announceRollouts(bus, changed)
}

export const ticks: readonly Tick<Services>[] = [{ name: 'upgradeTasks.settle', everyMs, run: settle }]
