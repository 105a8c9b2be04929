import { deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import type { ReactNode } from 'react'
import { Can } from '../../api/profile.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { EditButton, RemoveButton } from '../../ui/list/buttons.tsx'
import { useText } from './text.ts'

interface Props {
  readonly isBuiltIn: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** What came with the product is neither edited nor deleted. */
export function RowButtons({ isBuiltIn, onEdit, onRemove }: Props): ReactNode {
  const t = useText()
  if (isBuiltIn)
    return (
      <span title={t('builtInHint')}>
        <Tag>{t('builtIn')}</Tag>
      </span>
    )
  return (
    <Can use={deviceTypeCatalogue.saveModel}>
      <EditButton onClick={onEdit} />
      <RemoveButton onClick={onRemove} />
    </Can>
  )
}
