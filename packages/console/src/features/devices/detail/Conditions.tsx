import type { Device } from '@wattkeeper/contracts/api/devices'
import Alert from 'antd/es/alert'
import type { ReactNode } from 'react'
import { dateTime } from '../../../ui/time/format.ts'
import { usePlatformZone } from '../../../ui/time/zone.ts'
import { useText } from '../text.ts'
import css from './detail.module.css'

/** What is wrong with a device's connection, in words and with what to do. */
export function Conditions({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const zone = usePlatformZone()
  const at = (instant: string) => ({ since: dateTime(Date.parse(instant), zone) })
  const { isOnline, lastOfflineTime, silentSince, clockWrongSince } = device
  const isOffline = isOnline === 0 && lastOfflineTime !== null
  if (!isOffline && silentSince === null && clockWrongSince === null) return null
  return (
    <div className={css.conditions}>
      {isOffline && (
        <Alert
          type="info"
          showIcon
          title={t('condition.offline')}
          description={t('condition.offlineHint', at(lastOfflineTime))}
        />
      )}
      {silentSince !== null && (
        <Alert
          type="warning"
          showIcon
          title={t('condition.silent')}
          description={t('condition.silentHint', at(silentSince))}
        />
      )}
      {clockWrongSince !== null && (
        <Alert
          type="warning"
          showIcon
          title={t('condition.clock')}
          description={t('condition.clockHint', at(clockWrongSince))}
        />
      )}
    </div>
  )
}
