import type { ReactNode } from 'react'
import type { Wrong } from './param-rules.ts'
import { useText } from './text.ts'
import css from './param.module.css'

/** What a value of a parameter should have been. */
export function WrongParam({ wrong }: { readonly wrong: Wrong }): ReactNode {
  return (
    <p className={css.wrong} role="alert">
      <Said wrong={wrong} />
    </p>
  )
}

function Said({ wrong }: { readonly wrong: Wrong }): ReactNode {
  const t = useText()
  if (wrong.kind === 'integer') return t('wrong.integer', { min: wrong.min, max: wrong.max })
  if (wrong.kind === 'digits') return t('wrong.digits', { length: wrong.length })
  return t(`wrong.${wrong.kind}`)
}
