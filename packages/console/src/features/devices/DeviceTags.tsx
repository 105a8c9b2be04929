import type { Device } from '@wattkeeper/contracts/api/devices'
import Tooltip from 'antd/es/tooltip'
import type { ReactNode } from 'react'
import { OnlineDot } from '../../ui/OnlineDot.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { dateTime } from '../../ui/time/format.ts'
import { usePlatformZone } from '../../ui/time/zone.ts'
import { useText } from './text.ts'
import css from './devices.module.css'

interface Props {
  readonly device: Pick<Device, 'isOnline' | 'silentSince' | 'clockWrongSince' | 'alarmCount'>
}

/** Online or offline, and what else an operator must know at a glance. */
export function StateTags({ device }: Props): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  const { isOnline, silentSince, clockWrongSince, alarmCount } = device
  const since = (instant: string) => ({ since: dateTime(Date.parse(instant), zone) })
  return (
    <span className={css.tags}>
      <OnlineDot isOnline={isOnline} />
      {silentSince !== null && (
        <Tooltip title={t('hint.silent', since(silentSince))}>
          <span tabIndex={0}>
            <Tag tone="warn">{t('tag.silent')}</Tag>
          </span>
        </Tooltip>
      )}
      {clockWrongSince !== null && (
        <Tooltip title={t('hint.clockWrong', since(clockWrongSince))}>
          <span tabIndex={0}>
            <Tag tone="warn">{t('tag.clockWrong')}</Tag>
          </span>
        </Tooltip>
      )}
      {alarmCount > 0 && <Tag tone="bad">{t('tag.alarms', { count: alarmCount })}</Tag>}
    </span>
  )
}
