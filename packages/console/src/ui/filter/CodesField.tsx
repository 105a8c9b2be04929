import TextArea from 'antd/es/input/TextArea'
import { type ReactNode, useState } from 'react'
import { useUiText } from '../text.ts'
import { type Codes, cleanLines, readCodes } from './codes.ts'
import css from './filter.module.css'

interface Props {
  readonly id: string
  /** Joined by commas, as the wire and the address have them. */
  readonly value: string | undefined
  readonly onChange: (next: string | undefined) => void
  readonly most: number
  /** The form that it stands in has room for more than one line. */
  readonly minRows?: number
}

interface Draft {
  /** The value that was edited; another one from outside (Back, a chip) wins. */
  readonly of: string | undefined
  readonly text: string
}

/** Codes, one a line. They are searched when the field is left, and by Ctrl+Enter. */
export function CodesField({ id, value, onChange, most, minRows = 1 }: Props): ReactNode {
  const t = useUiText()
  const [held, setHeld] = useState<Draft>()
  const [said, setSaid] = useState<{ readonly of: string; readonly codes: Codes }>()
  const draft = held?.of === value ? held : undefined
  const text = draft?.text ?? (value ?? '').split(',').join('\n')
  const apply = () => {
    if (!draft) return
    const codes = readCodes(draft.text, most)
    const next = codes.codes.join(',')
    setHeld(undefined)
    setSaid({ of: next, codes })
    if (next !== (value ?? '')) onChange(next || undefined)
  }
  const counted = draft
    ? readCodes(draft.text, most)
    : said?.of === (value ?? '')
      ? said.codes
      : readCodes(text, most)
  return (
    <div className={css.codes}>
      <TextArea
        id={id}
        value={text}
        rows={minRows}
        autoSize={{ minRows, maxRows: Math.max(6, minRows) }}
        placeholder={t('codes.placeholder')}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-counted`}
        onChange={(event) => setHeld({ of: value, text: cleanLines(event.target.value) })}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply()
        }}
      />
      <small id={`${id}-counted`} role="status">
        {saidOf(counted, t)}
      </small>
    </div>
  )
}

function saidOf({ codes, repeated, left }: Codes, t: ReturnType<typeof useUiText>): string {
  const count = codes.length
  if (count === 0) return ''
  const valid = repeated === 0 ? t('codes.valid', { count }) : t('codes.repeated', { count, repeated })
  return left === 0 ? valid : t('codes.left', { valid, most: count, left })
}
