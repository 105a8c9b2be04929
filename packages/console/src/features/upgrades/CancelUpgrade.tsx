import { upgrades } from '@wattkeeper/contracts/api/upgrades'
import type { ReactNode } from 'react'
import type { DeviceDialogProps } from '../../api/device-dialogs.ts'
import { useAction } from '../../api/queries.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { useText } from './text.ts'

interface Props extends DeviceDialogProps {
  readonly jobId: number
}

export function CancelUpgrade({ device, jobId, onClose }: Props): ReactNode {
  const t = useText()
  const cancel = useAction(upgrades.cancel)
  return (
    <ConfirmBox
      isDanger
      okText={t('cancel')}
      cancelText={t('close')}
      onConfirm={() => cancel.run({ id: jobId })}
      onClose={onClose}
    >
      <p>{t('cancel.confirm', { code: device.code })}</p>
    </ConfirmBox>
  )
}
