interface Part {
  readonly min: number
  readonly max: number
}

/**
 * The part of the time that goes on being shown when new instants take the place of the old: the one into which
 * somebody has zoomed, as long as the new ones still have it. Undefined: all of it.
 */
export function keptZoom(
  { min, max }: Partial<Part>,
  before: ArrayLike<number>,
  after: ArrayLike<number>,
): Part | undefined {
  const [first, last] = [before[0], before[before.length - 1]]
  const [from, until] = [after[0], after[after.length - 1]]
  if (min === undefined || max === undefined || first === undefined || last === undefined) return undefined
  if (from === undefined || until === undefined) return undefined
  const isZoomed = min > first || max < last
  return isZoomed && min >= from && min < until ? { min, max } : undefined
}
