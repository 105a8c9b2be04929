import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { type ReactNode, Suspense, useState } from 'react'
import css from './late-calendar.module.css'

interface Props {
  readonly id?: string | undefined
  readonly label: string
  /** What is chosen, in words; empty when nothing is. */
  readonly text: string
  readonly onClear: () => void
  /** Loads the calendar. */
  readonly load: () => Promise<unknown>
  /** The calendar, opened at once. */
  readonly children: (close: () => void) => ReactNode
}

/** A field of time; its calendar (50 KB) loads when a pointer or the focus comes near, and takes its place when pressed. */
export function LateCalendar({ id, label, text, onClear, load, children }: Props): ReactNode {
  const [isPicking, setPicking] = useState(false)
  if (isPicking) {
    return <Suspense fallback={<div className={css.field} />}>{children(() => setPicking(false))}</Suspense>
  }
  const preload = () => void load()
  return (
    <div className={css.field}>
      <button
        type="button"
        id={id}
        aria-label={`${label} ${text}`.trim()}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setPicking(true)}
      >
        <span>{text}</span>
        <CalendarOutlined aria-hidden />
      </button>
      {text !== '' && (
        <button type="button" aria-label={`× ${label}`} onClick={onClear}>
          ×
        </button>
      )}
    </div>
  )
}
