import type { RolloutKindName } from '@wattkeeper/contracts/api/rollouts'
import type { Db } from '../../context.ts'
import { endedRollout } from './deed-wording.ts'
import { type RolloutEnd, seenRollouts } from './rollout-queries.ts'
import { type Body, mostItems } from './wording.ts'

interface Happened {
  readonly kind: 'rolloutStopped' | 'rolloutFailures'
  readonly ends: readonly RolloutEnd[]
  /** The kinds of roll-outs that the reader may look at. */
  readonly kinds: readonly RolloutKindName[]
}

/** What somebody is told of roll-outs, in their own scope; undefined: nothing. */
export async function writeOfRollouts(db: Db, { kind, ends, kinds }: Happened): Promise<Body | undefined> {
  const ids = [...new Set(ends.map(({ rolloutId }) => rolloutId))]
  const seen = new Map((await seenRollouts(db, ids, kinds)).map((each) => [each.id, each]))
  const told = ends.flatMap(({ rolloutId, at, reason }) => {
    const rollout = seen.get(rolloutId)
    // One that has completed without a failure that the reader sees is nothing to be told of.
    if (!rollout || (kind === 'rolloutFailures' && rollout.failedDevices === 0)) return []
    return [{ rolloutId, code: rollout.code, at, what: endedRollout({ ...rollout, reason }) }]
  })
  const [first, last] = [told[0], told.at(-1)]
  if (!first || !last) return undefined
  const named = new Set(told.map(({ rolloutId }) => rolloutId))
  return {
    devices: [...named].reduce((sum, id) => sum + (seen.get(id)?.failedDevices ?? 0), 0),
    ...{ alarms: told.length, from: first.at, until: last.at, region: null, levels: {} },
    items: told.slice(0, mostItems).map((each) => ({ ...each, deviceId: null, level: null })),
  }
}
