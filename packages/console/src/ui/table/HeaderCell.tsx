import type { PointerEvent, ReactNode, ThHTMLAttributes } from 'react'
import css from './table.module.css'

const narrowest = 60

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  readonly onWidth?: (width: number) => void
}

/** A header whose right edge can be dragged. */
export function HeaderCell({ onWidth, children, ...rest }: Props): ReactNode {
  if (!onWidth) return <th {...rest}>{children}</th>
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const handle = event.currentTarget
    const startX = event.clientX
    const startWidth = handle.parentElement?.offsetWidth ?? narrowest
    handle.setPointerCapture(event.pointerId)
    handle.onpointermove = (move) =>
      onWidth(Math.max(narrowest, Math.round(startWidth + move.clientX - startX)))
    handle.onpointerup = () => {
      handle.onpointermove = null
    }
  }
  return (
    <th {...rest}>
      {children}
      <span
        className={css.handle}
        onPointerDown={drag}
        onClick={(event) => event.stopPropagation()}
        aria-hidden
      />
    </th>
  )
}
