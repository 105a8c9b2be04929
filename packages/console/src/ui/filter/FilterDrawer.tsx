import Drawer from 'antd/es/drawer'
import type { ReactNode } from 'react'
import { useUiText } from '../text.ts'

interface Props {
  readonly onClose: () => void
  readonly children: ReactNode
}

export function FilterDrawer({ onClose, children }: Props): ReactNode {
  const t = useUiText()
  return (
    <Drawer open title={t('filters')} placement="bottom" size="70vh" onClose={onClose}>
      {children}
    </Drawer>
  )
}
