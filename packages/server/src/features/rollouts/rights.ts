import { type RolloutKindName, rolloutRights } from '@wattkeeper/contracts/api/rollouts'
import type { Caller } from '../../platform/access/caller.ts'

const names: readonly RolloutKindName[] = ['params', 'firmware']

/** The kinds whose roll-outs somebody may look at. */
export const readableKinds = ({ permissions }: Pick<Caller, 'permissions'>): RolloutKindName[] =>
  names.filter((name) => permissions.has(rolloutRights[name].read))

export const mayWrite = ({ permissions }: Caller, kind: RolloutKindName): boolean =>
  permissions.has(rolloutRights[kind].write)
