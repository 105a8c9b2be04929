import InputNumber from 'antd/es/input-number'
import type { ReactNode } from 'react'

interface Props {
  readonly id?: string
  /** A share of 1. */
  readonly value?: number | null
  readonly onChange?: (share: number | null) => void
  readonly least: number
  readonly most: number
}

const percent = 100

/** A share, entered in percent. */
export function ShareField({ id, value, onChange, least, most }: Props): ReactNode {
  return (
    <InputNumber
      {...(id && { id })}
      min={least * percent}
      max={most * percent}
      precision={0}
      suffix="%"
      style={{ inlineSize: '100%' }}
      value={typeof value === 'number' ? Math.round(value * percent) : null}
      onChange={(entered) => onChange?.(typeof entered === 'number' ? entered / percent : null)}
    />
  )
}
