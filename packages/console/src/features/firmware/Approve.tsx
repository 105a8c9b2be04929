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

/** The second pair of eyes. */
export function Approve({ version, onClose }: Props): ReactNode {
  const t = useText()
  const approve = useAction(firmware.approve, { alsoRefresh: ['deviceVersions'] })
  const { id, revision } = version
  const name = useNameOf(version)
  return (
    <ConfirmBox okText={t('approve')} onConfirm={() => approve.run({ id, revision })} onClose={onClose}>
      {t('approve.confirm', { name })}
    </ConfirmBox>
  )
}
