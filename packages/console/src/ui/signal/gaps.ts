import type { Series } from '@wattkeeper/contracts/api/telemetry'

export interface Lines {
  readonly at: number[]
  readonly values: Readonly<Record<string, (number | null)[]>>
}

/**
 * The means of a series as lines. A board reports every 10 to 60 s, and buckets may be shorter: empty ones are left
 * out where the silence is no longer than `joinMs`; a longer silence stays a gap.
 */
export function linesOf({ at, fields }: Series, joinMs: number): Lines {
  const names = Object.keys(fields)
  const isEmpty = (index: number) => names.every((name) => (fields[name]?.mean[index] ?? null) === null)
  const kept: number[] = []
  let emptySince: number | undefined
  let lastEmpty = 0
  for (const [index, instant] of at.entries()) {
    if (isEmpty(index)) {
      emptySince ??= instant
      lastEmpty = index
      continue
    }
    const silentMs = emptySince === undefined ? 0 : instant - emptySince
    // one empty place between two values breaks the line; before the first and after the last there is nothing to break
    if (kept.length > 0 && silentMs > joinMs) kept.push(lastEmpty)
    kept.push(index)
    emptySince = undefined
  }
  return {
    at: kept.flatMap((index) => at[index] ?? []),
    values: Object.fromEntries(
      names.map((name) => [name, kept.map((index) => fields[name]?.mean[index] ?? null)]),
    ),
  }
}
