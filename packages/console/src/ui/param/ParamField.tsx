import Input from 'antd/es/input'
import Segmented from 'antd/es/segmented'
import type { ReactNode } from 'react'
import { Colours } from './Colours.tsx'
import type { ParamShape } from './param-rules.ts'
import { useText } from './text.ts'
import css from './param.module.css'

interface Props {
  readonly param: ParamShape
  readonly id: string
  readonly value: string
  readonly isLocked: boolean
  readonly isWrong: boolean
  readonly onType: (value: string) => void
}

/** The field that fits a parameter's kind. */
export function ParamField({ param, id, value, isLocked, isWrong, onType }: Props): ReactNode {
  const t = useText()
  const { kind, name, options, unit, min, max } = param
  if (kind === 'digits') return <Colours {...{ param, value, isLocked, isWrong, onType }} />
  if (kind === 'option') {
    return (
      <Segmented
        aria-label={name}
        disabled={isLocked}
        value={value}
        options={options.map((option) => ({ value: option.value, label: option.label }))}
        onChange={onType}
      />
    )
  }
  const range = min === null || max === null ? '' : t('range', { min, max })
  const suffix = [range, unit].filter(Boolean).join(' ')
  return (
    <Input
      id={id}
      className={kind === 'integer' ? css.number : undefined}
      aria-label={name}
      disabled={isLocked}
      value={value}
      {...(isWrong && { status: 'error' as const, 'aria-invalid': true })}
      inputMode={kind === 'integer' ? 'numeric' : 'text'}
      suffix={suffix || undefined}
      maxLength={256}
      onChange={({ target }) => onType(target.value)}
      onBlur={() => value !== value.trim() && onType(value.trim())}
    />
  )
}
