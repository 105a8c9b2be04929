/** Of a product of binary fractions. */
const roundingError = 1e-9

/** Two digits behind the point near the top, where they matter; never rounded up to all of the time. */
export function percent(share: number): string {
  const of100 = share * 100
  const digits = of100 >= 99 ? 2 : 1
  const factor = 10 ** digits
  const shown = share < 1 ? Math.floor(of100 * factor + roundingError) / factor : of100
  return `${shown.toFixed(share === 1 || share === 0 ? 0 : digits)} %`
}

export function standing(share: number | null): 'none' | 'online' | 'offline' | 'partly' {
  if (share === null) return 'none'
  if (share === 1) return 'online'
  return share === 0 ? 'offline' : 'partly'
}
