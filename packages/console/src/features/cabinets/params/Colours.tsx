import type { DeviceParam } from '@wattkeeper/contracts/api/commands'
import Select from 'antd/es/select'
import { type ReactNode, useId } from 'react'
import { Lamp } from '../Lamp.tsx'
import css from './params.module.css'

interface Props {
  readonly param: DeviceParam
  readonly value: string
  readonly isLocked: boolean
  readonly onType: (value: string) => void
}

/** One picker for each digit, under the name of what it lights for. */
export function Colours({ param: { slots, options }, value, isLocked, onType }: Props): ReactNode {
  const id = useId()
  const digits = slots.map((_, place) => value[place] ?? '0')
  return (
    <ul className={css.colours}>
      {slots.map(({ label }, place) => (
        <li key={label}>
          <label htmlFor={`${id}${place}`}>{label}</label>
          <Select
            id={`${id}${place}`}
            disabled={isLocked}
            value={digits[place]}
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
