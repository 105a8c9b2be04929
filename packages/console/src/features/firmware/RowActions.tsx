import { type SoftwareVersion, firmware } from '@wattkeeper/contracts/api/firmware'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useMay } from '../../api/profile.tsx'
import type { Deed } from './FirmwarePage.tsx'
import { useText } from './text.ts'

interface Props {
  readonly version: SoftwareVersion
  readonly onDeed: (deed: Deed) => void
}

export function RowActions({ version, onDeed }: Props): ReactNode {
  const t = useText()
  const may = useMay()
  const { isApproved, isMine } = version
  return (
    <>
      <Button type="link" size="small" onClick={() => onDeed('json')}>
        {t('json')}
      </Button>
      {!isApproved && may(firmware.approve) && (
        <Button
          type="link"
          size="small"
          disabled={isMine}
          {...(isMine && { title: t('approve.own') })}
          onClick={() => onDeed('approve')}
        >
          {t('approve')}
        </Button>
      )}
      {may(firmware.update) && (
        <Button type="link" size="small" onClick={() => onDeed('edit')}>
          {t('edit')}
        </Button>
      )}
      {may(firmware.remove) && (
        <Button type="link" size="small" danger onClick={() => onDeed('remove')}>
          {t('remove')}
        </Button>
      )}
    </>
  )
}
