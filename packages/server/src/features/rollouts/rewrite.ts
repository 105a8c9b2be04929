import { rolloutProblems } from '@wattkeeper/contracts/api/rollouts'
import { fail } from '@wattkeeper/contracts/kit'
import { insertTargets } from './create-queries.ts'
import { type NewRollout, windowOf } from './create.ts'
import * as queries from './rewrite-queries.ts'
import { announceRollouts } from './settle.ts'
import { type Steered, type Steering, cancelRollout, hold } from './steer.ts'

const defaults = { failureThreshold: 0.2, deadlineHours: 24 }

/** Says anew what a roll-out that has not begun will do, when and to which devices; its number and its maker stay. */
export async function rewriteRollout(
  steering: Steering,
  steered: Steered,
  wanted: Omit<NewRollout, 'kind' | 'beginsWithOne' | 'undoes' | 'seed'>,
): Promise<void> {
  const { db } = steering
  const { extras = {}, pace } = wanted
  const { now } = await hold(steering, steered, ['scheduled'])
  await queries.rewrite(db, steered.id, {
    ...{ body: JSON.stringify(wanted.body), remark: wanted.remark ?? '' },
    ...{ groupSize: pace?.count ?? null, intervalMinutes: pace?.minutes ?? null },
    ...windowOf(extras),
    startsAt: extras.startTime ?? new Date(now).toISOString(),
    failureThreshold: extras.failureThreshold ?? defaults.failureThreshold,
    deadlineHours: extras.deadlineHours ?? defaults.deadlineHours,
  })
  const { total, skipped } = await insertTargets(db, steered.id, {
    candidates: wanted.candidates,
    canaryShare: extras.canaryShare ?? null,
    canaryCodes: extras.canaryCodes ?? [],
    insists: extras.insist ?? false,
  })
  if (total - skipped === 0) fail(wanted.whenNone ?? rolloutProblems.noTargets)
}

/** One that has not ended is canceled first; what is on its way to devices goes on. */
export async function removeRollout(steering: Steering, steered: Steered): Promise<void> {
  const { db, services, afterCommit } = steering
  const { rollout } = await hold(steering, steered, [
    ...(['scheduled', 'running', 'paused'] as const),
    ...(['stopped', 'canceled', 'completed'] as const),
  ])
  if (rollout.state !== 'canceled' && rollout.state !== 'completed') await cancelRollout(steering, steered)
  await queries.remove(db, steered.id)
  afterCommit(() => announceRollouts(services.bus, [steered.id]))
}
