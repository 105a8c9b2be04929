import type { Device } from '@wattkeeper/contracts/api/devices'
import { telemetry } from '@wattkeeper/contracts/api/telemetry'
import type { Board } from '@wattkeeper/contracts/link'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { type ReactNode, useMemo, useState } from 'react'
import { useData } from '../../../api/queries.ts'
import { useLanguage } from '../../../i18n/i18n.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { Empty } from '../../../ui/table/Empty.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { useText } from '../text.ts'
import { Card } from './Card.tsx'
import { linesOf } from './gaps.ts'
import { signalNamed } from './signals.ts'
import { useDetailQuery } from './useDetailQuery.ts'
import css from './detail.module.css'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const ranges = [1, 6, 24, 168] as const
const points = 300
/** A board that reports once a minute is not broken by a message that comes late. */
const joinMs = 3 * minuteMs

interface Props {
  readonly device: Device
  readonly board: Board
  readonly fields: readonly string[]
}

interface Zoom {
  readonly from: number
  readonly to: number
}

/** Lines of the ticked signals over a time that ends now; dragging looks closer. */
export function SignalChart({ device, board, fields }: Props): ReactNode {
  const t = useText()
  const { get, change } = useDetailQuery()
  const hours = ranges.find((known) => String(known) === get('hours')) ?? 1
  const [zoom, setZoom] = useState<Zoom>()
  const choose = (next: number) => {
    setZoom(undefined)
    change({ hours: next === 1 ? undefined : String(next) })
  }
  return (
    <Card
      title={t('data.pick')}
      beside={
        <span className={css.buttons}>
          {zoom && (
            <Button size="small" onClick={() => setZoom(undefined)}>
              {t('data.whole')}
            </Button>
          )}
          <Segmented
            size="small"
            aria-label={t('data.range')}
            value={hours}
            options={ranges.map((value) => ({ value, label: t(`range.${value}`) }))}
            onChange={choose}
          />
        </span>
      }
    >
      <Lines {...{ device, board, fields }} hours={hours} zoom={zoom} onZoom={setZoom} />
    </Card>
  )
}

interface LinesProps extends Props {
  readonly hours: number
  readonly zoom: Zoom | undefined
  readonly onZoom: (zoom: Zoom) => void
}

function Lines({ device, board, fields, hours, zoom, onZoom }: LinesProps): ReactNode {
  const language = useLanguage()
  const now = useNow(minuteMs / 2)
  const to = zoom?.to ?? Math.ceil(now / minuteMs) * minuteMs
  const from = zoom?.from ?? to - hours * hourMs
  const series = useData(
    telemetry.series,
    {
      equipId: device.id,
      board,
      unit: 0,
      fields: [...fields],
      startTime: new Date(from).toISOString(),
      endTime: new Date(to).toISOString(),
      points,
    },
    { enabled: fields.length > 0, quiet: true },
  )
  const { data } = series
  const lines = useMemo(() => (data ? linesOf(data, joinMs) : undefined), [data])
  const drawn = useMemo(
    () =>
      fields.flatMap((field) => {
        const signal = signalNamed(board, field)
        const values = lines?.values[field]
        return signal && values ? [{ label: signal[language], unit: signal.unit, values }] : []
      }),
    [board, fields, language, lines],
  )
  if (series.failure && !data) {
    return <Empty failure={series.failure} isFiltered={false} onRetry={series.refresh} />
  }
  const label = drawn.map((line) => line.label).join('、')
  return (
    <Chart
      label={label}
      at={lines?.at ?? []}
      series={drawn}
      onZoom={(zFrom, zTo) => onZoom({ from: zFrom, to: zTo })}
    />
  )
}
