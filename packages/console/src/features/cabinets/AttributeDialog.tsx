import type { Bay } from '@wattkeeper/contracts/api/cabinets'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DeviceDialogProps } from '../../api/device-dialogs.ts'
import { BayTile } from './picture/BayTile.tsx'
import { LivePicture } from './picture/LivePicture.tsx'
import { usePicture } from './picture/usePicture.ts'
import { hasBattery } from './picture/bay-state.ts'
import { FastReports } from './FastReports.tsx'
import { useText } from './text.ts'
import css from './picture/picture.module.css'

const width = 980

/** A cabinet as a picture, live. A bay leads to its battery. */
export function Dialog({ device, onClose }: DeviceDialogProps): ReactNode {
  const t = useText()
  const picture = usePicture(device.id)
  return (
    <Modal
      open
      title={t('attributes.title', { code: device.code })}
      width={width}
      footer={null}
      onCancel={onClose}
    >
      <LivePicture
        device={device}
        picture={picture}
        renderBay={(bay) => <LinkedBay bay={bay} />}
        beside={device.isOnline === 1 && <FastReports deviceId={device.id} />}
      />
    </Modal>
  )
}

/** The battery's page, with its information opened over it. */
const pageOfBattery = (id: number, code: string): string =>
  `/equipentry/detail?${new URLSearchParams({ id: String(id), code, open: 'battery', device: String(id) }).toString()}`

function LinkedBay({ bay }: { readonly bay: Bay }): ReactNode {
  const t = useText()
  const { batteryId, values } = bay
  const code = values.batteryCode ?? ''
  if (batteryId !== null) {
    return (
      <Link className={css.link} to={pageOfBattery(batteryId, code)} title={t('bay.openDevice', { code })}>
        <BayTile bay={bay} />
      </Link>
    )
  }
  return (
    <span title={hasBattery(values) && code !== '' ? t('bay.noDevice', { code }) : undefined}>
      <BayTile bay={bay} />
    </span>
  )
}
