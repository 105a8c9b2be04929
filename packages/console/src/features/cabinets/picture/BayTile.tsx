import type { Bay } from '@wattkeeper/contracts/api/cabinets'
import type { ReactNode } from 'react'
import { Lamp } from '../../../ui/lamp/Lamp.tsx'
import { useText } from '../text.ts'
import { chargeOf, hasBattery, isDisabled, socOf } from './bay-state.ts'
import css from './bay.module.css'

/** One bay: what is in it behind its door, and the door as it stands. */
export function BayTile({ bay: { bay, values } }: { readonly bay: Bay }): ReactNode {
  const t = useText()
  const isOpen = values.doorOpen === 1
  const isOff = isDisabled(values)
  return (
    <span className={css.bay} data-open={isOpen} data-off={isOff}>
      <span className={css.top}>
        <span className={css.number}>{t('bay.name', { bay })}</span>
        <Lamp light={values.light} />
      </span>
      <span className={css.room}>
        <Content values={values} />
        <span className={css.door} aria-hidden="true" />
      </span>
      <span className={css.facts}>
        <span data-tone={isOpen ? 'warn' : undefined}>
          {values.doorOpen === null ? '—' : t(isOpen ? 'bay.open' : 'bay.closed')}
          {values.lockFeedback !== null && (
            <small> {t(values.lockFeedback === 1 ? 'bay.locked' : 'bay.unlocked')}</small>
          )}
        </span>
        <span>{values.temp === null ? '—' : `${values.temp.toFixed(1)} °C`}</span>
      </span>
      {isOff && <span className={css.off}>{t('bay.disabled')}</span>}
    </span>
  )
}

/** The battery, filled as far as it is charged. */
function Content({ values }: Pick<Bay, 'values'>): ReactNode {
  const t = useText()
  if (!hasBattery(values))
    return <span className={css.empty}>{t(values.occupied === 0 ? 'bay.empty' : 'bay.unknown')}</span>
  const soc = socOf(values)
  return (
    <span className={css.content}>
      <span className={css.battery} data-charge={soc === null ? undefined : chargeOf(soc)} aria-hidden="true">
        <span style={{ height: `${soc ?? 0}%` }} />
        {values.charging === 1 && <b>⚡</b>}
      </span>
      <span className={css.reading}>
        <strong>
          {soc ?? '—'}
          <small> %</small>
        </strong>
        <span className={css.code}>{values.batteryCode || '—'}</span>
        <span>{values.charging === 1 ? t('bay.charging') : powerOf(values)}</span>
      </span>
    </span>
  )
}

function powerOf({ voltage, current }: Bay['values']): string {
  return voltage === null || current === null ? '' : `${voltage.toFixed(1)} V · ${current.toFixed(1)} A`
}
