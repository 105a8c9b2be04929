import { deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useMay } from '../../api/profile.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useText } from './text.ts'

interface Props {
  readonly isBuiltIn: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** What came with the product is neither edited nor deleted. */
export function RowButtons({ isBuiltIn, onEdit, onRemove }: Props): ReactNode {
  const t = useText()
  const may = useMay()
  if (isBuiltIn)
    return (
      <span title={t('builtInHint')}>
        <Tag>{t('builtIn')}</Tag>
      </span>
    )
  if (!may(deviceTypeCatalogue.saveModel)) return null
  return (
    <>
      <Button type="link" size="small" onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" danger onClick={onRemove}>
        {t('remove')}
      </Button>
    </>
  )
}
