import type { Device } from '@wattkeeper/contracts/api/devices'
import type { Board } from '@wattkeeper/contracts/link'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { type ReactNode, useState } from 'react'
import { SignalLines, type Span } from '../../../ui/signal/SignalLines.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { useText } from '../text.ts'
import { Card } from '../../../ui/detail/Card.tsx'
import { useDetailQuery } from './useDetailQuery.ts'
import css from './detail.module.css'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const ranges = [1, 6, 24, 168] as const

interface Props {
  readonly device: Device
  readonly board: Board
  readonly fields: readonly string[]
}

/** Lines of the ticked signals over a time that ends now; dragging looks closer. */
export function SignalChart({ device, board, fields }: Props): ReactNode {
  const t = useText()
  const { get, change } = useDetailQuery()
  const hours = ranges.find((known) => String(known) === get('hours')) ?? 1
  const [zoom, setZoom] = useState<Span>()
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
  readonly zoom: Span | undefined
  readonly onZoom: (zoom: Span) => void
}

function Lines({ device, board, fields, hours, zoom, onZoom }: LinesProps): ReactNode {
  const now = useNow(minuteMs / 2)
  const to = zoom?.to ?? Math.ceil(now / minuteMs) * minuteMs
  const from = zoom?.from ?? to - hours * hourMs
  return (
    <SignalLines
      deviceId={device.id}
      startTime={new Date(from).toISOString()}
      endTime={new Date(to).toISOString()}
      {...{ board, fields, onZoom }}
    />
  )
}
