import { type Device, devices } from '@wattkeeper/contracts/api/devices'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { Can } from '../../../api/profile.tsx'
import { Dropdown } from '../../../ui/Dropdown.tsx'
import { Copyable } from '../../../ui/Copyable.tsx'
import { DetailHeading } from '../../../ui/detail/DetailHeading.tsx'
import { StateTags } from '../DeviceTags.tsx'
import type { Asked } from '../dialogs/DeviceDialogs.tsx'
import { listPath } from '../links.ts'
import { useText } from '../text.ts'
import { useDialogEntries } from '../useDialogEntries.tsx'
import css from './detail.module.css'

interface Props {
  readonly device: Device
  readonly onAsk: (asked: Asked) => void
}

/** Which device this is, how it is, and what can be done with it. */
export function Heading({ device, onAsk }: Props): ReactNode {
  const t = useText()
  return (
    <div className={css.heading}>
      <DetailHeading
        back={{ to: listPath, text: t('detail.back') }}
        title={<Copyable text={device.code} />}
        facts={
          <>
            <StateTags device={device} />
            <span>{device.equipTypeName}</span>
            <span>{device.equipModelName}</span>
            <span>{device.operatorName}</span>
          </>
        }
        buttons={
          <>
            <DialogMenu device={device} />
            <Can use={devices.update}>
              <Button onClick={() => onAsk({ kind: 'edit', device })}>{t('action.edit')}</Button>
            </Can>
            <Can use={devices.renewSecret}>
              <Button onClick={() => onAsk({ kind: 'secret', device })}>{t('action.secret')}</Button>
            </Can>
            <Can use={devices.remove}>
              <Button danger onClick={() => onAsk({ kind: 'delete', device })}>
                {t('action.delete')}
              </Button>
            </Can>
          </>
        }
      />
    </div>
  )
}

/** The dialogs that other features offer about the device. */
function DialogMenu({ device }: Pick<Props, 'device'>): ReactNode {
  const t = useText()
  const { items, want } = useDialogEntries(device)
  if (items?.length === 0) return null
  return (
    <Dropdown menu={{ items: items ?? [] }} onNear={want}>
      <Button>{t('action.more')}</Button>
    </Dropdown>
  )
}
