import { type ProblemKind, commonProblems, fail } from '@wattkeeper/contracts/kit'

/**
 * The row that a change is about, as whoever changes it has seen it: one that somebody else has changed or deleted since
 * is a conflict. Without a version the change applies to whatever is there.
 */
export function requireCurrent<Row extends { readonly version: number }>(
  stored: Row | undefined,
  version: number | undefined,
  missing: ProblemKind,
): Row {
  if (!stored) return fail(version === undefined ? missing : commonProblems.deleted)
  if (version !== undefined && version !== stored.version) fail(commonProblems.stale)
  return stored
}
