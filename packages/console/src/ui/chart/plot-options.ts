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
  const colour = palette[toneOf(one, index) as keyof Palette]
  const isBars = one.kind === 'bars'
  return {
    label: one.label,
    stroke: colour,
    width: isBars ? 0 : 1.75,
    points: { show: false },
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
  return [common, { ...common, size: 52 }]
}

/** Options for one drawing; times stand in the platform's zone. */
export function plotOptions(settings: Settings): uPlot.Options {
  const { series, palette, zone, size, syncWith, onCursor, onZoom } = settings
  return {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * msPerS), zone),
    legend: { show: false },
    padding: [10, 8, 0, 0],
    axes: axesOf(settings),
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
