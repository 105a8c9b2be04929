import type { RolloutKindName } from '@wattkeeper/contracts/api/rollouts'
import type { Db } from '../../context.ts'
import type { Facts } from '../../facts.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { noteAttempts } from './failure-queries.ts'
import type { Outcome } from './kinds.ts'
import { writeOutcomes } from './settle-queries.ts'

/**
 * Writes down what became of work; work that no target (or no target any more) waits for is passed over. Answers the
 * roll-outs that changed, to be announced after the commit.
 */
export async function settleTargets(
  db: Db,
  kind: RolloutKindName,
  { outcomes, now }: { readonly outcomes: readonly Outcome[]; readonly now: number },
): Promise<number[]> {
  if (outcomes.length === 0) return []
  const settled = await writeOutcomes(db, kind, { outcomes, now: new Date(now).toISOString() })
  const attempts = settled
    .filter(({ state }) => state === 'success' || state === 'failed')
    .map(({ state, ...target }) => ({ ...target, isSuccess: state === 'success' }))
  await noteAttempts(db, kind, { attempts, now })
  return [...new Set(settled.map(({ rolloutId }) => rolloutId))]
}

export function announceRollouts(bus: Bus<Facts>, rolloutIds: readonly number[]): void {
  if (rolloutIds.length > 0) bus.announce('rolloutsChanged', { rolloutIds })
}
