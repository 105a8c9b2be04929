import { type ReactNode, lazy } from 'react'
import { LateCalendar } from '../../ui/time/LateCalendar.tsx'
import type { Days } from './days.ts'
import { useText } from './text.ts'

const load = () => import('./LogDays.tsx')
const LogDays = lazy(async () => ({ default: (await load()).LogDays }))

export interface LogRangeProps {
  readonly id?: string
  readonly value?: Days | undefined
  readonly onChange?: (days: Days | undefined) => void
}

/** The days of a log. */
export function LogRange(props: LogRangeProps): ReactNode {
  const { id, value, onChange } = props
  const t = useText()
  return (
    <LateCalendar
      id={id}
      label={t('range')}
      text={value?.join(' – ') ?? ''}
      onClear={() => onChange?.(undefined)}
      load={load}
    >
      {(close) => <LogDays {...props} onClose={close} />}
    </LateCalendar>
  )
}
