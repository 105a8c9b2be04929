import { type DutyView, dashboard } from '@wattkeeper/contracts/api/dashboard'
import Skeleton from 'antd/es/skeleton'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useData } from '../../api/queries.ts'
import { LevelTag } from '../../ui/LevelTag.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'
import css from './dashboard.module.css'

// Silence is a matter of minutes and has no event of its own.
const pollMs = 30_000

export function Duty(): ReactNode {
  const { data, failure } = useData(dashboard.duty, {}, { live: ['alarms', 'devices'], pollMs })
  if (!data) return failure ? null : <Skeleton active className={css.panel ?? ''} />
  return (
    <div className={css.duty}>
      <ByLevel levels={data.byLevel} />
      <Silent devices={data.silent} count={data.silentCount} />
      <Raised hours={data.raised} />
    </div>
  )
}

const levels = [1, 2, 3, 4, 0] as const

function ByLevel({ levels: counted }: { readonly levels: DutyView['byLevel'] }): ReactNode {
  const t = useText()
  const rows = levels
    .map((level) => ({ level, row: counted.find((each) => each.level === level) }))
    .filter(({ level, row }) => level !== 0 || (row?.active ?? 0) > 0)
  return (
    <section className={css.panel}>
      <h3>{t('byLevel')}</h3>
      <ul className={css.levels}>
        {rows.map(({ level, row }) => (
          <li key={level}>
            <Link to={level === 0 ? '/maintenance/exitWarning' : `/maintenance/exitWarning?level=${level}`}>
              <LevelTag level={level} label={t(`level.${level}`)} />
              <strong>{(row?.active ?? 0).toLocaleString()}</strong>
              <span className={css.beside}>{besideOf(row)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )

  function besideOf(row: DutyView['byLevel'][number] | undefined): string {
    if (!row || row.active === 0) return ''
    return row.unacknowledged === 0
      ? t('allAcknowledged')
      : t('unacknowledged', { count: row.unacknowledged })
  }
}

interface SilentProps {
  readonly devices: DutyView['silent']
  readonly count: number
}

function Silent({ devices, count }: SilentProps): ReactNode {
  const t = useText()
  return (
    <section className={css.panel}>
      <header>
        <h3>{t('silent')}</h3>
        {count > 0 && <Link to="/equipment/list?isSilent=1">{t('silentAll', { count })}</Link>}
      </header>
      {devices.length === 0 && <p className={css.calm}>{t('noSilent')}</p>}
      <ul className={css.silent}>
        {devices.map(({ id, code, equipTypeName, operatorName, silentSince }) => (
          <li key={id}>
            <Link to={`/equipentry/detail?${new URLSearchParams({ id: String(id), code }).toString()}`}>
              {code}
            </Link>
            <span className={css.beside}>
              {equipTypeName} · {operatorName}
            </span>
            <span title={t('silentFor')}>
              <Time at={silentSince} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const chartHeight = 180

function Raised({ hours }: { readonly hours: DutyView['raised'] }): ReactNode {
  const t = useText()
  const total = hours.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={css.panel} data-wide>
      <header>
        <h3>{t('raised')}</h3>
        <Link to="/maintenance/exitWarning?tab=history">
          {t('raisedTotal', { count: total.toLocaleString() })}
        </Link>
      </header>
      <Chart
        label={t('raised')}
        height={chartHeight}
        at={hours.map(({ hour }) => Date.parse(hour))}
        series={[
          { label: t('raisedSeries'), values: hours.map(({ count }) => count), kind: 'bars', digits: 0 },
        ]}
      />
    </section>
  )
}
