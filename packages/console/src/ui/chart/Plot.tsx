import { type ReactNode, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useIsDark } from '../theme/AppTheme.tsx'
import { dark, light } from '../theme/palette.ts'
import { dateTime } from '../time/format.ts'
import { usePlatformZone } from '../time/zone.ts'
import { type ChartProps, shown, toneOf } from './series.ts'
import { plotOptions } from './plot-options.ts'
import { keptZoom } from './zoom.ts'
import css from './chart.module.css'

const defaultHeight = 240
const perSecond = 1000

const dataOf = (at: ChartProps['at'], series: ChartProps['series']): uPlot.AlignedData => [
  at.map((ms) => ms / perSecond),
  ...series.map(({ values }) => [...values]),
]

/** Everything of the series but their values' amounts: another one needs another drawing. */
const lookOf = (series: ChartProps['series']): string =>
  JSON.stringify(
    series.map(({ values, ...look }) => [look, values.filter((value) => value !== null).length === 1]),
  )

/** New amounts for a drawing. Whoever has zoomed into a part of it goes on looking at that part. */
function renew(plot: uPlot, data: uPlot.AlignedData): void {
  const { min, max } = plot.scales['x'] ?? {}
  const kept = keptZoom({ min, max }, plot.data[0], data[0])
  plot.batch(() => {
    plot.setData(data, kept === undefined)
    if (kept) plot.setScale('x', kept)
  })
}

/** uPlot in the console's colours, with its legend as text of ours. */
export function Plot(props: ChartProps): ReactNode {
  const { label, at, series, height = defaultHeight, onZoom, syncWith } = props
  const box = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<number>()
  const palette = useIsDark() ? dark : light
  const zone = usePlatformZone()
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  const drawn = useRef<uPlot>(null)
  const newest = useRef({ at, series })
  useEffect(() => {
    newest.current = { at, series }
  })
  const look = lookOf(series)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const { at: instants, series: lines } = newest.current
    const options = plotOptions({
      series: lines,
      palette,
      zone,
      size: { width: element.clientWidth, height },
      ...(syncWith && { syncWith }),
      onCursor: setCursor,
      onZoom: (from, to) => zoom.current?.(from, to),
    })
    const plot = new uPlot(options, dataOf(instants, lines), element)
    drawn.current = plot
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      plot.destroy()
      drawn.current = null
    }
  }, [look, height, palette, zone, syncWith])
  // what arrives while one looks goes into the drawing that is there: cursor, legend and zoom stay where they are
  useEffect(() => {
    if (drawn.current) renew(drawn.current, dataOf(at, series))
  }, [at, series])
  const index = cursor ?? at.length - 1
  const instant = at[index]
  return (
    <figure className={css.figure} aria-label={label}>
      <figcaption className={css.legend}>
        {instant !== undefined && <time>{dateTime(instant, zone)}</time>}
        {series.map((one, place) => (
          <span key={one.label}>
            <i style={{ background: `var(--wk-${toneOf(one, place)})` }} />
            {one.label} <b>{shown(one, one.values[index])}</b>
          </span>
        ))}
      </figcaption>
      <div ref={box} />
    </figure>
  )
}
