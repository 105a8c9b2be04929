import type { Signal } from '@wattkeeper/contracts/link'
import Tooltip from 'antd/es/tooltip'
import type { ReactNode } from 'react'
import { useText } from '../text.ts'
import { shownValue } from './signals.ts'
import css from './detail.module.css'

interface Props {
  readonly signal: Signal
  readonly value: unknown
}

/** One value as a person reads it; what lies outside the plausible range is marked, in shape and colour. */
export function SignalValue({ signal, value }: Props): ReactNode {
  const t = useText()
  const shown = shownValue(signal, value)
  if (shown.kind === 'none') return <span className={css.missing}>—</span>
  if (shown.kind === 'text') return shown.text
  if (shown.kind === 'light') return t(`light.${shown.light}`)
  if (shown.kind === 'switch') return shown.isOn ? t('data.on') : t('data.off')
  if (shown.kind === 'fact') return shown.isOn ? t('data.yes') : t('data.no')
  if (shown.isPlausible) return shown.text
  const hint = t('data.outOfRange', { min: signal.min, max: signal.max })
  return (
    <Tooltip title={hint}>
      <span className={css.implausible} tabIndex={0}>
        <span aria-hidden="true">▲</span> {shown.text}
        <span className="wk-visually-hidden">{hint}</span>
      </span>
    </Tooltip>
  )
}
