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
/** 19:35:45 with room around it. */
const leastLabelPx = 76

/** Quantities of one unit share a scale: percent and volts would flatten each other. */
const scaleOf = ({ unit }: ChartSeries): string => unit ?? 'y'
const mostAxes = 2
/** The numbers are uPlot's: its enum of sides has no values at run time. */
const atRight = { side: 1, grid: { show: false } } as const

function seriesOf(one: ChartSeries, index: number, palette: Palette): uPlot.Series {
  const colour = palette[toneOf(one, index)]
  const isBars = one.kind === 'bars'
  return {
    label: one.label,
    scale: scaleOf(one),
    stroke: colour,
    width: isBars ? 0 : 1.75,
    // a line needs two points
    points: { show: !isBars && one.values.filter((value) => value !== null).length === 1 },
    ...(isBars && { fill: colour, paths: uPlot.paths.bars?.({ size: [0.7, 40], align: 1 }) }),
    ...(one.kind === 'area' && { fill: `${colour}22` }),
  }
}

/** No line of the grid stands at half a device. */
const wholeSteps = [...Array(9).keys()].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power))
const countsWhole = (series: readonly ChartSeries[], scale: string): boolean =>
  series.every((one) => scaleOf(one) !== scale || one.digits === 0)

function axesOf({ palette, series }: Settings): uPlot.Axis[] {
  const common: uPlot.Axis = {
    stroke: palette['ink-3'],
    font: axisFont,
    grid: { stroke: palette.line, width: 1 },
    ticks: { show: false },
  }
  const scales = [...new Set(series.map(scaleOf))].slice(0, mostAxes)
  const isShared = scales.length > 1
  return [
    { ...common, values: timeLabels, space: leastLabelPx },
    ...scales.map((scale, index): uPlot.Axis => ({
      ...common,
      scale,
      size: isShared ? 64 : 52,
      ...(countsWhole(series, scale) && { incrs: wholeSteps }),
      ...(isShared && { values: (_, ticks) => ticks.map((tick) => `${tick} ${scale}`) }),
      ...(index > 0 && atRight),
    })),
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

/** Around the only instant there is, in s. */
const aroundS = 60

/**
 * A bar stands on its instant to the right, so the last one needs room beyond the last instant; a single instant needs
 * some on both sides.
 */
function rangeOf(series: readonly ChartSeries[]): uPlot.Scale['range'] {
  const hasBars = series.some(({ kind }) => kind === 'bars')
  return (plot, low, high) => {
    const at = plot.data[0]
    // uPlot gives a single instant years to the right
    if (at.length === 1) return [low - aroundS, low + aroundS]
    if (!hasBars) return [low, high]
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
    padding: [10, 32, 0, 0],
    axes: axesOf(settings),
    scales: { x: { range } },
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
