import { type SoftwareVersion, firmware } from '@wattkeeper/contracts/api/firmware'
import type { ReactNode } from 'react'
import { EditButton, RemoveButton, RowButton } from '../../ui/list/buttons.tsx'
import { useText } from './text.ts'

export type Deed = 'json' | 'edit' | 'approve' | 'remove'

interface Props {
  readonly version: SoftwareVersion
  readonly onDeed: (deed: Deed) => void
}

/** Nobody approves what he uploaded himself. */
export function RowActions({ version: { isApproved, isMine }, onDeed }: Props): ReactNode {
  const t = useText()
  return (
    <>
      <RowButton onClick={() => onDeed('json')}>{t('json')}</RowButton>
      {!isApproved && (
        <RowButton
          use={firmware.approve}
          isDisabled={isMine}
          title={isMine ? t('approve.own') : undefined}
          onClick={() => onDeed('approve')}
        >
          {t('approve')}
        </RowButton>
      )}
      <EditButton use={firmware.update} onClick={() => onDeed('edit')} />
      <RemoveButton use={firmware.remove} onClick={() => onDeed('remove')} />
    </>
  )
}
