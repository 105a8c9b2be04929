import { type Device, type DeviceWithSecret, devices } from '@wattkeeper/contracts/api/devices'
import type { ReactNode } from 'react'
import { useAction } from '../../../api/queries.ts'
import { ConfirmBox } from '../../../ui/form/ConfirmBox.tsx'
import { useText } from '../text.ts'

interface Props {
  readonly device: Pick<Device, 'id' | 'code'>
  readonly onMade: (made: DeviceWithSecret) => void
  readonly onClose: () => void
}

export function RenewSecret({ device, onMade, onClose }: Props): ReactNode {
  const t = useText()
  const renew = useAction(devices.renewSecret, { quiet: true })
  return (
    <ConfirmBox
      isDanger
      title={t('secret.askTitle', { code: device.code })}
      okText={t('action.secret')}
      onConfirm={async () => onMade(await renew.run({ id: device.id }))}
      onClose={onClose}
    >
      {t('secret.askText')}
    </ConfirmBox>
  )
}
