import type { Route } from '@wattkeeper/contracts/kit'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { Can } from '../../api/profile.tsx'
import { Dropdown, type LazyDropdownProps } from '../Dropdown.tsx'
import { useUiText } from '../text.ts'

interface ButtonProps {
  /** Who may not use this route sees no button. */
  readonly use?: Route
  readonly onClick: () => void
}

interface AddProps extends ButtonProps {
  /** Where the list has a word of its own for it. */
  readonly children?: ReactNode
}

/** 新增: adds a row to the list. */
export function AddButton({ use, onClick, children }: AddProps): ReactNode {
  const t = useUiText()
  return permitted(
    use,
    <Button type="primary" onClick={onClick}>
      {children ?? t('add')}
    </Button>,
  )
}

interface RowProps extends ButtonProps {
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly title?: string | undefined
  readonly children: ReactNode
}

/** A button among those of a row. */
export function RowButton(props: RowProps): ReactNode {
  const { use, onClick, isDanger = false, isDisabled = false, title, children } = props
  return permitted(
    use,
    <Button type="link" size="small" danger={isDanger} disabled={isDisabled} title={title} onClick={onClick}>
      {children}
    </Button>,
  )
}

export function EditButton(props: ButtonProps): ReactNode {
  const t = useUiText()
  return <RowButton {...props}>{t('edit')}</RowButton>
}

export function RemoveButton(props: ButtonProps): ReactNode {
  const t = useUiText()
  return (
    <RowButton {...props} isDanger>
      {t('remove')}
    </RowButton>
  )
}

interface MoreProps extends Pick<LazyDropdownProps, 'onNear'> {
  readonly items: NonNullable<NonNullable<LazyDropdownProps['menu']>['items']>
}

/** 更多: what is done less often with a row. */
export function MoreButton({ items, onNear }: MoreProps): ReactNode {
  const t = useUiText()
  return (
    <Dropdown menu={{ items }} {...(onNear && { onNear })}>
      <Button type="link" size="small">
        {t('more')}
      </Button>
    </Dropdown>
  )
}

const permitted = (use: Route | undefined, button: ReactNode): ReactNode =>
  use ? <Can use={use}>{button}</Can> : button
