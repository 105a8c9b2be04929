import type { Series } from '@wattkeeper/contracts/api/telemetry'

export interface Lines {
  readonly at: number[]
  readonly values: Readonly<Record<string, (number | null)[]>>
}

/**
 * The means of a series as lines. A board reports every 10 to 60 s, and buckets may be shorter: empty ones are left
 * out where the silence is no longer than `joinMs`; a longer silence stays a gap.
 */
export function linesOf({ at, fields, bucketMs }: Series, joinMs: number): Lines {
  const names = Object.keys(fields)
  const isEmpty = (index: number) => names.every((name) => (fields[name]?.mean[index] ?? null) === null)
  const kept: number[] = []
  let emptySince: number | undefined
  let isBroken = true
  for (const [index, instant] of at.entries()) {
    if (!isEmpty(index)) {
      kept.push(index)
      emptySince = undefined
      isBroken = false
      continue
    }
    emptySince ??= instant
    // one empty place breaks a line
    if (!isBroken && instant + bucketMs - emptySince > joinMs) {
      kept.push(index)
      isBroken = true
    }
  }
  return {
    at: kept.flatMap((index) => at[index] ?? []),
    values: Object.fromEntries(
      names.map((name) => [name, kept.map((index) => fields[name]?.mean[index] ?? null)]),
    ),
  }
}
