import type { ReactNode } from 'react'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { useText } from '../text.ts'

interface Props {
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

export function LogoutBox({ onConfirm, onClose }: Props): ReactNode {
  const t = useText()
  return (
    <ConfirmBox title={t('user.logout')} onConfirm={onConfirm} onClose={onClose}>
      {t('logout.confirm')}
    </ConfirmBox>
  )
}
