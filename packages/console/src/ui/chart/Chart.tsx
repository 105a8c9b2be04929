import { type ReactNode, Suspense, lazy } from 'react'
import { useUiText } from '../text.ts'
import type { ChartProps } from './series.ts'
import css from './chart.module.css'

const Plot = lazy(async () => ({ default: (await import('./Plot.tsx')).Plot }))
const defaultHeight = 240

/** A time series: the cursor reads every series, dragging zooms, a double click shows all again. */
export function Chart(props: ChartProps): ReactNode {
  const t = useUiText()
  const height = props.height ?? defaultHeight
  const isEmpty = props.series.every(({ values }) => values.every((value) => value === null))
  if (isEmpty) {
    return (
      <div className={css.empty} style={{ height }}>
        {t('chart.empty')}
      </div>
    )
  }
  return (
    <Suspense
      fallback={
        <div
          className={css.empty}
          style={{ height }}
          role="status"
          aria-busy
          aria-label={t('chart.loading')}
        />
      }
    >
      <Plot {...props} />
    </Suspense>
  )
}
