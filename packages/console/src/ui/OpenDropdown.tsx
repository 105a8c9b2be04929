import AntdDropdown from 'antd/es/dropdown'
import { type ReactNode, useState } from 'react'
import type { LazyDropdownProps } from './Dropdown.tsx'

/** Arrives because somebody clicked: open, with the focus in it. */
export function OpenDropdown(props: LazyDropdownProps): ReactNode {
  const [isOpen, setOpen] = useState(true)
  return <AntdDropdown {...props} autoFocus trigger={['click']} open={isOpen} onOpenChange={setOpen} />
}
