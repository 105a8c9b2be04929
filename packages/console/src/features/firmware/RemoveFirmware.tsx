import { type SoftwareVersion, firmware } from '@wattkeeper/contracts/api/firmware'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { useText } from './text.ts'
import { useNameOf } from './useNameOf.ts'

interface Props {
  readonly version: SoftwareVersion
  readonly onClose: () => void
}

export function RemoveFirmware({ version, onClose }: Props): ReactNode {
  const t = useText()
  const remove = useAction(firmware.remove, { alsoRefresh: ['deviceVersions'] })
  const { id, fileName: file } = version
  const name = useNameOf(version)
  return (
    <ConfirmBox
      isDanger
      okText={t('remove')}
      onConfirm={() => remove.run({ versionId: id })}
      onClose={onClose}
    >
      <p>{t('remove.said')}</p>
      <p>{t('remove.name', { file, name })}</p>
    </ConfirmBox>
  )
}
