/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly reach: string
  readonly measured: string
  /** Undefined where nothing was to be reached. */
  readonly isMet: boolean | undefined
  /** Of a mark that was missed: what stood in the way. */
  readonly reason?: string
}

/** The value below which this share of all lies; sorts what it is given. */
export function quantile(values: number[] | Float64Array, share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

export const median = (values: number[]): number => quantile(values, 0.5)

export const count = (value: number): string => Math.round(value).toLocaleString('en')
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`
export const percent = (share: number): string => `${Math.round(share * 100)} %`
export const scaled = (value: number, scale: number): number => Math.max(1, Math.round(value * scale))

/** A figure that has to stay below, or reach, its mark. */
export function judged(
  figure: Omit<Figure, 'isMet' | 'reason'>,
  { isMet, reason }: { isMet: boolean; reason: string },
): Figure {
  return { ...figure, isMet, ...(!isMet && reason !== '' && { reason }) }
}
