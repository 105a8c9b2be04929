import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import type { Board } from '@wattkeeper/contracts/link'
import { type ReactNode, useMemo } from 'react'
import { useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { Chart } from '../chart/Chart.tsx'
import { Empty } from '../table/Empty.tsx'
import { linesOf } from './gaps.ts'
import { signalNamed } from './signals.ts'

const points = 300
/** A board that reports once a minute is not broken by a message that comes late. */
const joinMs = 3 * 60_000

/** In epoch ms. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface Props {
  readonly deviceId: number
  readonly board: Board
  readonly fields: readonly string[]
  /** As the server reads them: ISO 8601, or the platform's wall clock. */
  readonly startTime: string
  readonly endTime: string
  readonly height?: number
  /** A dragged range. */
  readonly onZoom?: (span: Span) => void
}

/** The means of a board's signals over a time, as lines. */
export function SignalLines(props: Props): ReactNode {
  const { deviceId, board, fields, startTime, endTime, height, onZoom } = props
  const language = useLanguage()
  const series = useData(
    telemetry.series,
    {
      equipId: deviceId,
      board,
      unit: 0,
      fields: [...fields],
      startTime,
      endTime,
      points,
    },
    { enabled: fields.length > 0 && startTime < endTime, quiet: true },
  )
  const { data } = series
  const lines = useMemo(() => (data ? linesOf(data, joinMs) : undefined), [data])
  const drawn = useMemo(
    () =>
      fields.flatMap((field) => {
        const signal = signalNamed(board, field)
        const values = lines?.values[field]
        if (!signal || !values) return []
        const { factor = 1, unit = signal.unit } = signal.shownAs ?? {}
        const shown = values.map((value) => value && value * factor)
        return [{ label: signal[language], unit, values: shown }]
      }),
    [board, fields, language, lines],
  )
  if (series.failure && !data) {
    return <Empty failure={series.failure} isFiltered={false} onRetry={series.refresh} />
  }
  return (
    <Chart
      label={drawn.map((line) => line.label).join('、')}
      at={lines?.at ?? []}
      series={drawn}
      {...(height !== undefined && { height })}
      {...(onZoom && { onZoom: (zoomFrom, zoomTo) => onZoom({ from: zoomFrom, to: zoomTo }) })}
    />
  )
}
