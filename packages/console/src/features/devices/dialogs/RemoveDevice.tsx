import { type Device, devices } from '@wattkeeper/contracts/api/devices'
import Alert from 'antd/es/alert'
import { type ReactNode, useState } from 'react'
import { asFailure } from '../../../api/failure.ts'
import { useAction } from '../../../api/queries.ts'
import { ConfirmBox } from '../../../ui/form/ConfirmBox.tsx'
import { useText } from '../text.ts'

interface Props {
  readonly device: Pick<Device, 'id' | 'code'>
  readonly onRemoved?: () => void
  readonly onClose: () => void
}

/** Asks first; why the server refuses stays in the box, to be read. */
export function RemoveDevice({ device, onRemoved, onClose }: Props): ReactNode {
  const t = useText()
  const remove = useAction(devices.remove, {
    alsoRefresh: ['dashboard', 'alarms'],
    ...(onRemoved && { onDone: onRemoved }),
  })
  const [refused, setRefused] = useState<string>()
  const run = async () => {
    try {
      await remove.run({ id: device.id })
    } catch (thrown) {
      setRefused(asFailure(thrown).message)
      throw thrown
    }
  }
  return (
    <ConfirmBox
      isDanger
      title={t('delete.title', { code: device.code })}
      okText={t('action.delete')}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{t('delete.text')}</p>
      {refused && (
        <Alert
          type="error"
          showIcon
          title={t('delete.refused', { code: device.code })}
          description={refused}
        />
      )}
    </ConfirmBox>
  )
}
