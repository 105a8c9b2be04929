import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import css from './filter.module.css'

const load = () => import('./RangePicker.tsx')
const RangePicker = lazy(async () => ({ default: (await load()).RangePicker }))

export type Range = readonly [from: string | undefined, to: string | undefined]

export interface RangeProps {
  readonly id?: string
  readonly label: string
  readonly value: Range
  readonly onChange: (range: Range) => void
}

/** A range of wall-clock times; the calendar (50 KB) loads when a pointer or the focus comes near. */
export function RangeField(props: RangeProps): ReactNode {
  const { id, label, value, onChange } = props
  const [isPicking, setPicking] = useState(false)
  const [from, to] = value
  if (isPicking) {
    return (
      <Suspense fallback={<div className={css.range} />}>
        <RangePicker {...props} onClose={() => setPicking(false)} />
      </Suspense>
    )
  }
  const preload = () => void load()
  const isGiven = from !== undefined || to !== undefined
  return (
    <div className={css.range}>
      <button
        type="button"
        id={id}
        aria-label={`${label} ${from ?? ''} ${to ?? ''}`.trim()}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setPicking(true)}
      >
        <span>{isGiven ? `${from ?? '…'} – ${to ?? '…'}` : ''}</span>
        <CalendarOutlined aria-hidden />
      </button>
      {isGiven && (
        <button type="button" aria-label={`× ${label}`} onClick={() => onChange([undefined, undefined])}>
          ×
        </button>
      )}
    </div>
  )
}
