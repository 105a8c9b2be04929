import { type BatteryStay, batteries } from '@wattkeeper/contracts/api/batteries'
import type { Device } from '@wattkeeper/contracts/api/devices'
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useData } from '../../api/queries.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { durationOf } from './duration.ts'
import { useText } from './text.ts'
import css from './battery.module.css'

const first = 6
const most = 200
const readEveryMs = 15_000
const renewEveryMs = 30_000

/** Where the battery sits now, and where it was. */
export function Places({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const [count, setCount] = useState(first)
  const { data } = useData(
    batteries.stays,
    { equipId: device.id, pageNum: 1, pageSize: count },
    { pollMs: readEveryMs, quiet: true },
  )
  if (!data) return null
  const [now, ...before] = data.rows
  if (!now) return <p>{t('place.none')}</p>
  const isMore = data.total > data.rows.length && count < most
  return (
    <>
      <dl className={css.now}>
        <dt>{t(device.isOnline === 1 ? 'place.now' : 'place.last')}</dt>
        <dd>
          <Place stay={now} />{' '}
          <small>
            {t('place.since')} <Time at={now.since} />
          </small>
        </dd>
      </dl>
      {before.length > 0 && <h3>{t('place.history')}</h3>}
      <ol className={css.stays}>
        {before.map((stay) => (
          <Stay key={stay.since} stay={stay} />
        ))}
      </ol>
      {isMore && (
        <Button size="small" onClick={() => setCount(most)}>
          {t('place.more', { count: data.total - data.rows.length })}
        </Button>
      )}
    </>
  )
}

interface StayProps {
  readonly stay: BatteryStay
}

function Stay({ stay }: StayProps): ReactNode {
  const t = useText()
  const now = useNow(renewEveryMs)
  const lasted = durationOf((stay.until === null ? now : Date.parse(stay.until)) - Date.parse(stay.since))
  return (
    <li data-road={stay.cabinetCode === ''}>
      <span>
        <Place stay={stay} />
      </span>
      <small>
        <Time at={stay.since} isAbsolute /> ·{' '}
        {t('place.for', { duration: t(`duration.${lasted.unit}`, lasted.parts) })}
      </small>
    </li>
  )
}

/** The cabinet, and the way to it for whoever may see it. */
function Place({ stay: { cabinetCode, cabinetId, bay } }: StayProps): ReactNode {
  const t = useText()
  if (cabinetCode === '') return t('place.road')
  const name = t('place.bay', { cabinet: cabinetCode, bay })
  if (cabinetId === null) return name
  const query = new URLSearchParams({ id: String(cabinetId), code: cabinetCode })
  return <Link to={`/equipentry/detail?${query.toString()}`}>{name}</Link>
}
