import { type Signal, readValue } from '@wattkeeper/contracts/link'
import Tooltip from 'antd/es/tooltip'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/i18n.ts'
import { isPlausible } from './signals.ts'
import { useText } from './text.ts'
import css from './signal.module.css'

interface Props {
  readonly signal: Signal
  readonly value: unknown
}

/** One value as a person reads it; what lies outside the plausible range is marked, in shape and colour. */
export function SignalValue({ signal, value }: Props): ReactNode {
  const t = useText()
  const said = useWords()
  const read = readValue(signal, value)
  if (read === null) return <span className={css.missing}>—</span>
  const shown = typeof read === 'object' ? said(read) : read
  if (isPlausible(signal, value)) return shown
  const factor = signal.shownAs?.factor ?? 1
  const hint = t('outOfRange', { min: signal.min * factor, max: signal.max * factor })
  return (
    <Tooltip title={hint}>
      <span className={css.implausible} tabIndex={0}>
        <span aria-hidden="true">▲</span> {shown}
        <span className="wk-visually-hidden">{hint}</span>
      </span>
    </Tooltip>
  )
}
