import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import css from './moment.module.css'

const load = () => import('./MomentPicker.tsx')
const MomentPicker = lazy(async () => ({ default: (await load()).MomentPicker }))

export interface MomentProps {
  readonly id?: string
  /** Wall-clock text `YYYY-MM-DD HH:mm:ss` in the platform's zone. */
  readonly value?: string | null | undefined
  readonly onChange?: (value: string | null) => void
  readonly label: string
}

/** One instant of the platform's clock, yet to come; the calendar (50 KB) loads when a pointer or the focus comes near. */
export function MomentField(props: MomentProps): ReactNode {
  const { id, value, label, onChange } = props
  const [isPicking, setPicking] = useState(false)
  if (isPicking) {
    return (
      <Suspense fallback={<div className={css.moment} />}>
        <MomentPicker {...props} onClose={() => setPicking(false)} />
      </Suspense>
    )
  }
  const preload = () => void load()
  return (
    <div className={css.moment}>
      <button
        type="button"
        id={id}
        aria-label={`${label} ${value ?? ''}`.trim()}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setPicking(true)}
      >
        <span>{value ?? ''}</span>
        <CalendarOutlined aria-hidden />
      </button>
      {value && (
        <button type="button" aria-label={`× ${label}`} onClick={() => onChange?.(null)}>
          ×
        </button>
      )}
    </div>
  )
}
