import { type HardwareVersion, hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { useText } from './text.ts'

interface Props {
  readonly version: HardwareVersion
  readonly onClose: () => void
}

export function RemoveVersion({ version, onClose }: Props): ReactNode {
  const t = useText()
  const remove = useAction(hardwareVersions.remove)
  const { id, versionName: name, versionCode: code } = version
  return (
    <ConfirmBox isDanger okText={t('remove')} onConfirm={() => remove.run({ id })} onClose={onClose}>
      <p>{t('removeConfirm')}</p>
      <p>{t('removeName', { name, code })}</p>
    </ConfirmBox>
  )
}
