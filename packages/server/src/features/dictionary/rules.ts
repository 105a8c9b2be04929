interface Entry {
  readonly type: string
  readonly code: string
  readonly label: string
}

/** Codes and labels by type; a type that was asked for and has no entries is an empty list. */
export function enumerationsOf(entries: readonly Entry[], wanted: readonly string[] = []) {
  const byType = Map.groupBy(entries, ({ type }) => type)
  const types = new Set([...wanted, ...byType.keys()])
  return Object.fromEntries(
    [...types].map((type) => [type, (byType.get(type) ?? []).map(({ code, label }) => ({ code, label }))]),
  )
}
