import { type NewRollout, courseOf, freezeTargets } from './create.ts'
import * as queries from './rewrite-queries.ts'
import { announceRollouts } from './settle.ts'
import { type Steered, type Steering, cancelRollout, hold } from './steer.ts'

/** Says anew what a roll-out that has not begun will do, when and to which devices; its number and its maker stay. */
export async function rewriteRollout(
  steering: Steering,
  steered: Steered,
  wanted: Omit<NewRollout, 'kind' | 'beginsWithOne' | 'undoes' | 'seed'>,
): Promise<void> {
  const { db } = steering
  const { now } = await hold(steering, steered, ['scheduled'])
  const course = courseOf(wanted, now)
  await queries.rewrite(db, steered.id, {
    ...course,
    body: JSON.stringify(wanted.body),
    remark: wanted.remark ?? '',
  })
  await freezeTargets(db, steered.id, wanted)
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
