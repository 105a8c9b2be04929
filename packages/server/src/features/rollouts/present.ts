import type { Rollout, RolloutCounts, RolloutDetail, RolloutTarget } from '@wattkeeper/contracts/api/rollouts'
import type { Language } from '@wattkeeper/contracts/kit'
import type { RolloutBody } from './kinds.ts'
import type { RolloutRow } from './read-queries.ts'
import type { TargetRow } from './target-queries.ts'
import { messageOf } from './wording.ts'

const none: RolloutCounts = { waiting: 0, sent: 0, success: 0, failed: 0, skipped: 0, canceled: 0 }

/** As people see it: the total is what of it they see. */
export function rolloutOf(row: RolloutRow): Rollout {
  const { body: _, meant: __, counts: known, ...rest } = row
  const counts = { ...none, ...known }
  return { ...rest, counts, total: Object.values(counts).reduce((sum, n) => sum + n, 0) }
}

export function targetOf(row: TargetRow, language: Language): RolloutTarget {
  return { ...row, message: messageOf(row, language), valueBefore: row.valueBefore ?? [] }
}

/** What a roll-out's body says that it sets, as text. */
export const paramsOf = ({ params = [] }: RolloutBody) =>
  params.map(({ id, value }) => ({ id, value: String(value) }))

export const versionOf = ({ versionId }: RolloutBody): number | null => versionId ?? null

/** What a roll-out of firmware brings. */
export const firmwareOf = ({ equipTypeId, partType, version }: RolloutBody): RolloutDetail['firmware'] =>
  equipTypeId === undefined || partType === undefined || version === undefined
    ? null
    : { equipTypeId, partType, version }
