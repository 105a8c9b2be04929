import { type ReactNode, lazy } from 'react'
import { LateCalendar } from '../time/LateCalendar.tsx'

const load = () => import('./RangePicker.tsx')
const RangePicker = lazy(async () => ({ default: (await load()).RangePicker }))

export type Range = readonly [from: string | undefined, to: string | undefined]

export interface RangeProps {
  readonly id?: string
  readonly label: string
  readonly value: Range
  readonly onChange: (range: Range) => void
}

/** A range of wall-clock times. */
export function RangeField(props: RangeProps): ReactNode {
  const { id, label, value, onChange } = props
  const [from, to] = value
  const isGiven = from !== undefined || to !== undefined
  return (
    <LateCalendar
      id={id}
      label={label}
      text={isGiven ? `${from ?? '…'} – ${to ?? '…'}` : ''}
      onClear={() => onChange([undefined, undefined])}
      load={load}
    >
      {(close) => <RangePicker {...props} onClose={close} />}
    </LateCalendar>
  )
}
