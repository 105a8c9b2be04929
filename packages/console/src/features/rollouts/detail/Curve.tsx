import type { RolloutDetail } from '@wattkeeper/contracts/api/rollouts'
import { type ReactNode, useMemo } from 'react'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { useText } from '../text.ts'
import { Card } from '../../../ui/detail/Card.tsx'
import { wholeCurve } from './whole-curve.ts'
import css from './detail.module.css'

const height = 220

interface Props {
  readonly rollout: RolloutDetail
  readonly readAt: number
}

/** Devices told, succeeded and failed, as totals over time. */
export function Curve({ rollout, readAt }: Props): ReactNode {
  const t = useText()
  const curve = useMemo(() => wholeCurve(rollout, readAt), [rollout, readAt])
  const at = useMemo(() => curve.map((point) => Date.parse(point.at)), [curve])
  const series = useMemo(
    () => [
      { label: t('curve.sent'), values: curve.map(({ sent }) => sent), tone: 'info' as const, digits: 0 },
      {
        label: t('curve.success'),
        values: curve.map(({ success }) => success),
        tone: 'good' as const,
        kind: 'area' as const,
        digits: 0,
      },
      {
        label: t('curve.failed'),
        values: curve.map(({ failed }) => failed),
        tone: 'bad' as const,
        kind: 'area' as const,
        digits: 0,
      },
    ],
    [curve, t],
  )
  return (
    <Card title={t('curve.title')}>
      {curve.length === 0 ? (
        <p className={css.none} style={{ height }}>
          {t('curve.none')}
        </p>
      ) : (
        <Chart label={t('curve.label')} at={at} series={series} height={height} />
      )}
    </Card>
  )
}
