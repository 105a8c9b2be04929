import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useUiText } from '../text.ts'
import css from './table.module.css'

interface Props {
  readonly failure: { readonly message: string; readonly requestId?: string | undefined } | undefined
  readonly isFiltered: boolean
  /** Offered when there is nothing yet: the add button. */
  readonly offer?: ReactNode
  readonly onClear?: (() => void) | undefined
  readonly onRetry: () => void
}

/** Why there are no rows: nothing yet, nothing matches, or it failed; and what to do about it. */
export function Empty({ failure, isFiltered, offer, onClear, onRetry }: Props): ReactNode {
  const t = useUiText()
  if (failure) {
    return (
      <div className={css.empty} role="alert">
        <strong>{t('empty.failed')}</strong>
        <p>{failure.message}</p>
        {failure.requestId && <p>{t('empty.request', { id: failure.requestId })}</p>}
        <Button onClick={onRetry}>{t('retry')}</Button>
      </div>
    )
  }
  if (isFiltered) {
    return (
      <div className={css.empty}>
        <strong>{t('empty.noMatch')}</strong>
        {onClear && <Button onClick={onClear}>{t('filter.clear')}</Button>}
      </div>
    )
  }
  return (
    <div className={css.empty}>
      <strong>{t('empty.nothing')}</strong>
      {offer}
    </div>
  )
}
