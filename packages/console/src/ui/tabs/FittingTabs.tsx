import Select from 'antd/es/select'
import Tabs from 'antd/es/tabs'
import type { ReactNode } from 'react'
import { useIsMobile } from '../useIsMobile.ts'
import css from './tabs.module.css'

interface Item {
  readonly key: string
  readonly label: string
  readonly children: ReactNode
}

interface Props<I extends Item> {
  /** What is chosen here, said to whoever cannot see it. */
  readonly label: string
  readonly items: readonly I[]
  readonly open: string
  readonly onOpen: (key: string) => void
}

/** Tabs; on a phone, where they would not fit and antd would hide the rest behind a button, a list to choose from. */
export function FittingTabs<I extends Item>({ label, items, open, onOpen }: Props<I>): ReactNode {
  const isMobile = useIsMobile()
  if (!isMobile) {
    return (
      <Tabs
        activeKey={open}
        destroyOnHidden
        items={items.map(({ key, label: name, children }) => ({ key, label: name, children }))}
        onChange={onOpen}
      />
    )
  }
  return (
    <>
      <Select
        className={css.choice}
        aria-label={label}
        value={open}
        options={items.map(({ key, label: name }) => ({ value: key, label: name }))}
        onChange={onOpen}
      />
      {items.find(({ key }) => key === open)?.children}
    </>
  )
}
