import { type FleetCounts, dashboard } from '@wattkeeper/contracts/api/dashboard'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay, useProfile } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { Duty } from './Duty.tsx'
import { useText } from './text.ts'
import css from './dashboard.module.css'

/** Three counts and, beneath, what a duty engineer looks for first; a user without a role sees a caption only. */
export function Page(): ReactNode {
  const t = useText()
  const { roles } = useProfile()
  const may = useMay()
  if (roles.length === 0) {
    return (
      <section className={css.caption}>
        <h2>{t('caption')}</h2>
        <p>{t('captionSaid')}</p>
      </section>
    )
  }
  return (
    <div className={css.page}>
      <h2 className={css.title}>{t('title')}</h2>
      <Counts />
      {may(dashboard.duty) && <Duty />}
    </div>
  )
}

const cards = [
  { name: 'online', count: 'onlineCount', to: '/equipment/list?isOnline=1' },
  { name: 'offline', count: 'offlineCount', to: '/equipment/list?isOnline=0' },
  { name: 'faulty', count: 'alarmCount', to: '/equipment/list?hasAlarm=1' },
] as const satisfies readonly { name: string; count: keyof FleetCounts; to: string }[]

function Counts(): ReactNode {
  const t = useText()
  const { data } = useData(dashboard.counts, {}, { live: ['counts'] })
  return (
    <div className={css.cards}>
      {cards.map(({ name, count, to }) => (
        <Link key={name} to={to} className={css.card} data-kind={name}>
          <span className={css.name}>{t(name)}</span>
          <span className={css.count} aria-busy={!data}>
            {data ? data[count].toLocaleString() : '–'}
            <small>{t('unit')}</small>
          </span>
        </Link>
      ))}
    </div>
  )
}
