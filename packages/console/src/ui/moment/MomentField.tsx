import { type ReactNode, lazy } from 'react'
import { LateCalendar } from '../time/LateCalendar.tsx'

const load = () => import('./MomentPicker.tsx')
const MomentPicker = lazy(async () => ({ default: (await load()).MomentPicker }))

export interface MomentProps {
  readonly id?: string
  /** Wall-clock text `YYYY-MM-DD HH:mm:ss` in the platform's zone. */
  readonly value?: string | null | undefined
  readonly onChange?: (value: string | null) => void
  readonly label: string
}

/** One instant of the platform's clock, yet to come. */
export function MomentField(props: MomentProps): ReactNode {
  const { id, value, label, onChange } = props
  return (
    <LateCalendar id={id} label={label} text={value ?? ''} onClear={() => onChange?.(null)} load={load}>
      {(close) => <MomentPicker {...props} onClose={close} />}
    </LateCalendar>
  )
}
