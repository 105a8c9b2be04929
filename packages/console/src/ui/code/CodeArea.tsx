import TextArea from 'antd/es/input/TextArea'
import { type ReactNode, useState } from 'react'
import { useUiText } from '../text.ts'
import { codesIn, stripCodes } from './codes.ts'
import css from '../ui.module.css'

interface Props {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (text: string) => void
  readonly placeholder?: string
  readonly rows?: number
}

/** Device codes, one a line. Special characters go while typing, repeated codes when the area is left. */
export function CodeArea({ id, value = '', onChange, placeholder, rows = 6 }: Props): ReactNode {
  const t = useUiText()
  const [removed, setRemoved] = useState(0)
  const { valid, repeated } = codesIn(value)
  const leave = () => {
    if (repeated === 0) return
    setRemoved(repeated)
    onChange?.(valid.join('\n'))
  }
  const change = (typed: string) => {
    setRemoved(0)
    onChange?.(stripCodes(typed))
  }
  const gone = removed + repeated
  const counted = [
    t('code.valid', { count: valid.length }),
    ...(gone > 0 ? [t('code.repeated', { count: gone })] : []),
  ]
  return (
    <div>
      <TextArea
        {...(id && { id })}
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
      />
      <p className={css.counted} role="status">
        {value === '' ? '' : counted.join('，')}
      </p>
    </div>
  )
}
