import type { ReactNode } from 'react'
import { useUiText } from '../text.ts'
import { ConfirmBox } from './ConfirmBox.tsx'

interface Props {
  /** What sort of thing: 运营商. */
  readonly kind: string
  /** Which one: ABC. */
  readonly name: string
  /** The specification's own text for this screen, shown with the name. */
  readonly said?: string
  readonly mustType?: boolean
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** "删除运营商 ABC？此操作不可恢复" */
export function ConfirmDelete({ kind, name, said, mustType = false, onConfirm, onClose }: Props): ReactNode {
  const t = useUiText()
  return (
    <ConfirmBox
      isDanger
      okText={t('remove')}
      onConfirm={onConfirm}
      onClose={onClose}
      {...(mustType && { mustType: name })}
    >
      <p>{t('delete.said', { kind, name })}</p>
      {said && <p>{said}</p>}
    </ConfirmBox>
  )
}
