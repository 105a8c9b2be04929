import type { DropdownProps } from 'antd/es/dropdown'
import { type ReactElement, type ReactNode, Suspense, lazy, useState } from 'react'
import css from './ui.module.css'

const load = () => import('./OpenDropdown.tsx')
const OpenDropdown = lazy(async () => ({ default: (await load()).OpenDropdown }))

export interface LazyDropdownProps extends Omit<DropdownProps, 'open' | 'children' | 'trigger'> {
  readonly children: ReactElement
  /** A pointer or the focus came near: what the menu needs may be asked for. */
  readonly onNear?: () => void
}

/** antd's dropdown, which loads with its menu (20 KB) when a pointer or the focus comes near its button. */
export function Dropdown({ onNear, ...props }: LazyDropdownProps): ReactNode {
  const { children } = props
  const [isWanted, setWanted] = useState(false)
  const preload = () => {
    onNear?.()
    void load()
  }
  const waiting = (
    <span
      className={css.trigger}
      onPointerEnter={preload}
      onFocusCapture={preload}
      onClickCapture={() => {
        preload()
        setWanted(true)
      }}
    >
      {children}
    </span>
  )
  if (!isWanted) return waiting
  return (
    <Suspense fallback={waiting}>
      <OpenDropdown {...props} />
    </Suspense>
  )
}
