import type { Device } from '@wattkeeper/contracts/api/devices'
import Alert from 'antd/es/alert'
import type { ReactNode } from 'react'
import { dateTime } from '../../../ui/time/format.ts'
import { usePlatformZone } from '../../../ui/time/zone.ts'
import { useText } from '../text.ts'
import css from './detail.module.css'

interface NoteProps {
  readonly tone: 'info' | 'warning'
  readonly title: string
  readonly children?: ReactNode
}

const Note = ({ tone, title, children }: NoteProps): ReactNode => (
  <Alert
    type={tone}
    showIcon
    title={
      <>
        <strong>{title}</strong> {children}
      </>
    }
  />
)

/** What is wrong with a device's connection, in words and with what to do. */
export function Conditions({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  const at = (instant: string) => ({ since: dateTime(Date.parse(instant), zone) })
  const { isOnline, lastOnlineTime, lastOfflineTime, silentSince, clockWrongSince } = device
  return (
    <div className={css.conditions}>
      {isOnline === 0 && lastOnlineTime === null && <Note tone="info" title={t('detail.firstConnection')} />}
      {isOnline === 0 && lastOfflineTime !== null && (
        <Note tone="info" title={t('condition.offline')}>
          {t('condition.offlineHint', at(lastOfflineTime))}
        </Note>
      )}
      {silentSince !== null && (
        <Note tone="warning" title={t('condition.silent')}>
          {t('condition.silentHint', at(silentSince))}
        </Note>
      )}
      {clockWrongSince !== null && (
        <Note tone="warning" title={t('condition.clock')}>
          {t('condition.clockHint', at(clockWrongSince))}
        </Note>
      )}
    </div>
  )
}
