import type { Palette } from '../theme/palette.ts'

export interface ChartSeries {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly unit?: string
  /** A colour of the palette: `accent`, `info`, `warn` … */
  readonly tone?: keyof Palette
  readonly kind?: 'line' | 'bars' | 'area'
  /** Behind the decimal point; 0 is for what is counted. */
  readonly digits?: number
}

export interface ChartProps {
  /** What the chart shows, for those who cannot see it. */
  readonly label: string
  /** Instants in ms. */
  readonly at: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly height?: number
  /** A dragged range, in ms: the table beside it takes the same. */
  readonly onZoom?: (from: number, to: number) => void
  readonly syncWith?: string
}

const tones = ['accent', 'info', 'warn', 'orange', 'good', 'bad'] as const

export const toneOf = ({ tone }: ChartSeries, index: number): keyof Palette =>
  tone ?? tones[index % tones.length] ?? 'accent'

export function shown({ digits = 1, unit }: ChartSeries, value: number | null | undefined): string {
  if (value === null || value === undefined) return '—'
  const text = Number.isInteger(value) ? String(value) : value.toFixed(digits)
  return unit ? `${text} ${unit}` : text
}
