import Select from 'antd/es/select'
import { type ReactNode, useId } from 'react'
import { Lamp } from '../lamp/Lamp.tsx'
import type { ParamShape } from './param-rules.ts'
import { useText } from './text.ts'
import css from './param.module.css'

/** Stands for a digit that nobody has chosen yet: with one of them the value is not complete. */
const open = '_'

interface Props {
  readonly param: ParamShape
  readonly value: string
  readonly isLocked: boolean
  readonly isWrong?: boolean
  readonly onType: (value: string) => void
}

/** One picker for each digit, under the name of what it lights for. */
export function Colours({
  param: { slots, options },
  value,
  isLocked,
  isWrong = false,
  onType,
}: Props): ReactNode {
  const t = useText()
  const id = useId()
  const digits = slots.map((_, place) => value[place] ?? open)
  return (
    <ul className={css.colours}>
      {slots.map(({ label }, place) => (
        <li key={label}>
          <label htmlFor={`${id}${place}`}>{label}</label>
          <Select
            id={`${id}${place}`}
            disabled={isLocked}
            value={digits[place] === open ? null : digits[place]}
            placeholder={t('pick')}
            {...(isWrong && digits[place] === open && { status: 'error' as const })}
            options={options.map((option) => ({
              value: option.value,
              label: (
                <span className={css.colour}>
                  <Lamp light={Number(option.value)} /> <span aria-hidden="true">{option.label}</span>
                </span>
              ),
            }))}
            onChange={(digit) => onType(digits.with(place, digit).join(''))}
          />
        </li>
      ))}
    </ul>
  )
}
