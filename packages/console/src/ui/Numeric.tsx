import type { ReactNode } from 'react'
import { useUiText } from './text.ts'
import css from './ui.module.css'

interface Props {
  readonly value: number | null | undefined
  readonly digits?: number
  /** Older than it should be: grey, with its age beside it. */
  readonly age?: string | undefined
  readonly isOutOfRange?: boolean
}

/** A measured number: tabular digits, the unit stands in the header. */
export function Numeric({ value, digits, age, isOutOfRange = false }: Props): ReactNode {
  const t = useUiText()
  if (value === null || value === undefined) return <span className={css.none}>{t('time.none')}</span>
  const text = digits === undefined ? String(value) : value.toFixed(digits)
  return (
    <span className={css.numeric} data-stale={age !== undefined} data-out={isOutOfRange}>
      {isOutOfRange && <span aria-hidden="true">! </span>}
      {text}
      {age && <small> {age}</small>}
    </span>
  )
}
