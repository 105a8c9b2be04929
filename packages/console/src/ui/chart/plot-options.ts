import uPlot from 'uplot'
import type { Palette } from '../theme/palette.ts'
import { type ChartSeries, toneOf } from './series.ts'

interface Settings {
  readonly series: readonly ChartSeries[]
  readonly palette: Palette
  readonly zone: string
  readonly size: { readonly width: number; readonly height: number }
  readonly syncWith?: string
  readonly onCursor: (index: number | undefined) => void
  readonly onZoom: (from: number, to: number) => void
}

const axisFont = '12px system-ui, sans-serif'
const msPerS = 1000
const leastDragPx = 8

function seriesOf(one: ChartSeries, index: number, palette: Palette): uPlot.Series {
  const colour = palette[toneOf(one, index)]
  const isBars = one.kind === 'bars'
  return {
    label: one.label,
    stroke: colour,
    width: isBars ? 0 : 1.75,
    // a line needs two points
    points: { show: !isBars && one.values.filter((value) => value !== null).length === 1 },
    ...(isBars && { fill: colour, paths: uPlot.paths.bars?.({ size: [0.7, 40], align: 1 }) }),
    ...(one.kind === 'area' && { fill: `${colour}22` }),
  }
}

function axesOf({ palette }: Settings): uPlot.Axis[] {
  const common: uPlot.Axis = {
    stroke: palette['ink-3'],
    font: axisFont,
    grid: { stroke: palette.line, width: 1 },
    ticks: { show: false },
  }
  return [
    { ...common, values: timeLabels },
    { ...common, size: 52 },
  ]
}

// [least step in s, label, a second line when the day or year turns]: hours to 24, dates as ISO 8601
const day = '{YYYY}-{MM}-{DD}'
const timeLabels: uPlot.Axis.Values = [
  [365 * 86_400, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * 86_400, '{YYYY}-{MM}', null, null, null, null, null, null, 1],
  [86_400, '{MM}-{DD}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', `\n${day}`, null, '\n{MM}-{DD}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', `\n${day}`, null, '\n{MM}-{DD}', null, null, null, 1],
  [0.001, ':{ss}.{fff}', `\n${day} {HH}:{mm}`, null, '\n{MM}-{DD} {HH}:{mm}', null, '\n{HH}:{mm}', null, 1],
]

/** A bar stands on its instant to the right, so the last one needs room beyond the last instant. */
function rangeOf(series: readonly ChartSeries[]): uPlot.Scale['range'] | undefined {
  if (!series.some(({ kind }) => kind === 'bars')) return undefined
  return (plot, low, high) => {
    const at = plot.data[0]
    const step = at.length > 1 ? (at[1] ?? 0) - (at[0] ?? 0) : 0
    const last = at[at.length - 1] ?? high
    return [low, high >= last ? last + step : high]
  }
}

/** Options for one drawing; times stand in the platform's zone. */
export function plotOptions(settings: Settings): uPlot.Options {
  const { series, palette, zone, size, syncWith, onCursor, onZoom } = settings
  const range = rangeOf(series)
  return {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * msPerS), zone),
    legend: { show: false },
    padding: [10, 24, 0, 0],
    axes: axesOf(settings),
    ...(range && { scales: { x: { range } } }),
    series: [{}, ...series.map((one, index) => seriesOf(one, index, palette))],
    cursor: {
      points: { size: 7 },
      drag: { x: true, y: false, dist: leastDragPx },
      ...(syncWith && { sync: { key: syncWith } }),
    },
    hooks: {
      setCursor: [(plot) => onCursor(plot.cursor.idx ?? undefined)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < leastDragPx) return
          onZoom(plot.posToVal(left, 'x') * msPerS, plot.posToVal(left + width, 'x') * msPerS)
        },
      ],
    },
  }
}
