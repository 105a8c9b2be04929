import {
  type Availability as Figures,
  availabilityHours,
  deviceHistory,
} from '@wattkeeper/contracts/api/device-history'
import type { Device } from '@wattkeeper/contracts/api/devices'
import Segmented from 'antd/es/segmented'
import type { ReactNode } from 'react'
import { useData } from '../../../../api/queries.ts'
import { dateTime } from '../../../../ui/time/format.ts'
import { usePlatformZone } from '../../../../ui/time/zone.ts'
import { Card } from '../../../../ui/detail/Card.tsx'
import { useDetailQuery } from '../useDetailQuery.ts'
import { percent, standing } from './availability.ts'
import { useText } from './text.ts'
import css from './history.module.css'

const readEveryMs = 60_000
const dayHours = 24

/** How much of the time the device was online, and a strip that shows when it was not. */
export function Availability({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const { get, change } = useDetailQuery()
  const hours = availabilityHours.find((known) => String(known) === get('hours')) ?? availabilityHours[0]
  const { data } = useData(
    deviceHistory.availability,
    { equipId: device.id, hours },
    { live: ['devices'], pollMs: readEveryMs, quiet: true },
  )
  const nameOf = (span: number) =>
    span > dayHours ? t('available.days', { days: span / dayHours }) : t('available.hours', { hours: span })
  const beside = (
    <Segmented
      size="small"
      aria-label={t('available.title')}
      value={hours}
      options={availabilityHours.map((span) => ({ value: span, label: nameOf(span) }))}
      onChange={(span) => change({ hours: span === availabilityHours[0] ? undefined : String(span) })}
    />
  )
  return (
    <Card title={t('available.title')} beside={beside} isWide>
      {data ? (
        <Shown figures={data} hours={hours} nameOf={nameOf} />
      ) : (
        <div className={css.wait} role="status" aria-busy />
      )}
    </Card>
  )
}

interface Props {
  readonly figures: Figures
  readonly hours: number
  readonly nameOf: (hours: number) => string
}

function Shown({ figures, hours, nameOf }: Props): ReactNode {
  const t = useText()
  const shareOf = (share: number | null) => (share === null ? t('available.unknown') : percent(share))
  const chosen = figures.windows.find((window) => window.hours === hours)
  return (
    <>
      <Strip
        figures={figures}
        label={t('available.strip', { span: nameOf(hours), share: shareOf(chosen?.share ?? null) })}
      />
      <dl className={css.windows}>
        {figures.windows.map(({ hours: span, share, drops }) => (
          <div key={span} data-chosen={span === hours}>
            <dt>{nameOf(span)}</dt>
            <dd>
              {shareOf(share)} {share !== null && <small>{t('available.drops', { count: drops })}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** One bar for each slice: how high says how much of it the device was online. */
function Strip({ figures, label }: { readonly figures: Figures; readonly label: string }): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  const { since, sliceMs, slices } = figures
  const start = Date.parse(since)
  return (
    <div className={css.strip} role="img" aria-label={label}>
      {slices.map((share, place) => (
        <span
          key={start + place * sliceMs}
          data-state={standing(share)}
          title={t('available.slice', {
            from: dateTime(start + place * sliceMs, zone),
            share: `${t(`available.${standing(share)}`)}${standing(share) === 'partly' ? ` ${percent(share ?? 0)}` : ''}`,
          })}
        >
          <i style={{ height: `${(share ?? 0) * 100}%` }} />
        </span>
      ))}
    </div>
  )
}
