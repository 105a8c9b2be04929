import type { Bay, CabinetPicture } from '@wattkeeper/contracts/api/cabinets'
import { commandProblems } from '@wattkeeper/contracts/api/commands'
import type { Device } from '@wattkeeper/contracts/api/devices'
import type { ReactNode } from 'react'
import type { Data } from '../../../api/queries.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useText } from '../text.ts'
import { Picture } from './Picture.tsx'
import css from './picture.module.css'

interface Props {
  readonly device: Device
  readonly picture: Data<CabinetPicture | null>
  readonly renderBay: (bay: Bay) => ReactNode
  readonly beside?: ReactNode
}

const offline = commandProblems.offline.code

/** The picture with its age. When the cabinet goes offline, or cannot be read, what was there stays, and says so. */
export function LivePicture({ device, picture: { data, failure }, renderBay, beside }: Props): ReactNode {
  const t = useText()
  const said =
    failure?.code === offline
      ? t('picture.offline')
      : failure && t('picture.stale', { reason: failure.message })
  return (
    <>
      <div className={css.note}>
        {said && (
          <span className={css.warning} role="status">
            {said}
          </span>
        )}
        {data && (
          <span>
            {t('picture.at')} <Time at={data.reportTime} />
          </span>
        )}
        {beside}
      </div>
      {data && <Picture code={device.code} picture={data} renderBay={renderBay} />}
      {data === null && <p>{t('picture.none')}</p>}
      {data === undefined && !failure && <div className={css.wait} role="status" aria-busy />}
    </>
  )
}
