/**
 * The numbers by which a software version is compared: those of the first dotted run, and of a build that follows it
 * after a plus; zeros at the end do not count. `v1.10.0-rc2` is 1.10, `1.2.3+45` is 1.2.3.45, a text without digits
 * nothing at all. The database's function version_numbers does the same.
 */
export function versionNumbers(version: string): bigint[] {
  const [, dotted = '', build] = /^[^0-9]*([0-9]+(?:\.[0-9]+)*)(?:\+([0-9]+))?/.exec(version) ?? []
  if (dotted === '') return []
  const numbers = [...dotted.split('.'), ...(build === undefined ? [] : [build])].map(BigInt)
  return numbers.slice(0, numbers.findLastIndex((each) => each !== 0n) + 1)
}

/** Negative, zero or positive: `a` is older than, as new as, or newer than `b`. Missing parts are 0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionNumbers(a), versionNumbers(b)]
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const [one, other] = [left[place] ?? 0n, right[place] ?? 0n]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}
