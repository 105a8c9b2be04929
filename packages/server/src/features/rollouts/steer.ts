import { rolloutProblems } from '@wattkeeper/contracts/api/rollouts'
import type { RolloutState } from '@wattkeeper/contracts/api/rollouts'
import { fail } from '@wattkeeper/contracts/kit'
import type { Db, Services } from '../../context.ts'
import type { Caller } from '../../platform/access/caller.ts'
import type { AfterCommit } from '../../platform/http/handler.ts'
import { type CreatedRollout, createRollout } from './create.ts'
import type { RolloutKind } from './kinds.ts'
import { mayWrite } from './rights.ts'
import { announceRollouts } from './settle.ts'
import * as queries from './steer-queries.ts'

/** What a person steers a roll-out with. */
export interface Steering {
  readonly db: Db
  readonly caller: Caller
  readonly services: Services
  readonly afterCommit: AfterCommit
}

/** Holds a roll-out of these kinds that the caller may steer, in one of these states. */
export async function hold(
  { db, caller, services, afterCommit }: Steering,
  { id, kinds }: Steered,
  states: readonly RolloutState[],
) {
  const rollout = (await queries.holdRollout(db, id)) ?? fail(rolloutProblems.notFound)
  const kind = kinds.find(({ name }) => name === rollout.kind) ?? fail(rolloutProblems.notFound)
  if (!mayWrite(caller, rollout.kind)) fail(rolloutProblems.kindForbidden)
  if (rollout.isPartial) fail(rolloutProblems.beyondScope)
  if (!states.includes(rollout.state)) fail(rolloutProblems.wrongState)
  afterCommit(() => announceRollouts(services.bus, [id]))
  return { rollout, kind, now: services.clock.now() }
}

export interface Steered {
  readonly id: number
  /** The kinds that may be meant; one of another kind does not exist. */
  readonly kinds: readonly RolloutKind[]
}

/** From the commit on nothing more is told: the engine's turn holds the same row. */
export async function pauseRollout(steering: Steering, steered: Steered): Promise<null> {
  await hold(steering, steered, ['scheduled', 'running'])
  await queries.setState(steering.db, steered.id, { state: 'paused', finishedAt: null })
  return null
}

/** The next group comes one interval after the last. */
export async function resumeRollout(steering: Steering, steered: Steered): Promise<null> {
  const { rollout } = await hold(steering, steered, ['paused', 'stopped'])
  await queries.letGoOn(steering.db, steered.id, { isAnew: rollout.state === 'stopped' })
  return null
}

export async function cancelRollout(steering: Steering, steered: Steered): Promise<null> {
  const { db } = steering
  const { kind, now } = await hold(steering, steered, ['scheduled', 'running', 'paused', 'stopped'])
  const at = new Date(now).toISOString()
  const workIds = await kind.withdraw(db, await queries.cancelWaiting(db, steered.id, at), now)
  await queries.cancelWithdrawn(db, steered.id, { workIds, now: at })
  await queries.setState(db, steered.id, { state: 'canceled', finishedAt: at })
  return null
}

export async function retryRollout(
  steering: Steering,
  steered: Steered,
): Promise<{ readonly count: number }> {
  const { rollout } = await hold(steering, steered, ['running', 'paused', 'stopped', 'completed', 'canceled'])
  const count = await queries.failedWaitAgain(steering.db, steered.id)
  if (count === 0) fail(rolloutProblems.nothingFailed)
  // A pause stays one; the failed wait behind it.
  const isAnew = rollout.state === 'stopped' || (rollout.state !== 'running' && rollout.beginsWithOne)
  if (rollout.state !== 'paused') await queries.letGoOn(steering.db, steered.id, { isAnew })
  return { count }
}

/** A new roll-out that sets, at the same pace, what the devices had reported before. */
export async function undoRollout(steering: Steering, steered: Steered): Promise<CreatedRollout> {
  const { db, caller, services, afterCommit } = steering
  const { rollout, now } = await hold(steering, steered, [
    ...(['scheduled', 'running', 'paused'] as const),
    ...(['stopped', 'canceled', 'completed'] as const),
  ])
  if (rollout.kind !== 'params') fail(rolloutProblems.cannotUndo)
  if (['scheduled', 'running', 'paused'].includes(rollout.state)) fail(rolloutProblems.stillRunning)
  const { groupSize, intervalMinutes, failureThreshold, deadlineHours, beginsWithOne } = rollout
  const created = await createRollout(
    db,
    {
      ...{
        kind: rollout.kind,
        body: { params: [] },
        remark: rollout.code,
        undoes: rollout.id,
        beginsWithOne,
      },
      pace:
        groupSize === null || intervalMinutes === null
          ? null
          : { count: groupSize, minutes: intervalMinutes },
      extras: { failureThreshold, deadlineHours },
      candidates: queries.toTakeBack(rollout.id),
      whenNone: rolloutProblems.nothingToUndo,
    },
    { caller, now, timeZone: services.timeZone },
  )
  afterCommit(() => announceRollouts(services.bus, [created.id]))
  return created
}
