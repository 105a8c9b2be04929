import type { RolloutCounts } from '@wattkeeper/contracts/api/rollouts'
import type { ReactNode } from 'react'
import { StateBar } from './StateBar.tsx'
import { percentOf, progressOf } from './rollout-rules.ts'
import { useText } from './text.ts'
import css from './rollout.module.css'

/** A roll-out's way in a row of a table. */
export function Progress({ counts }: { readonly counts: RolloutCounts }): ReactNode {
  const t = useText()
  const { done, meant, share } = progressOf(counts)
  return (
    <span className={css.progress}>
      <StateBar isSmall counts={counts} />
      <small>
        {t('progress', { done: done.toLocaleString(), meant: meant.toLocaleString() })}{' '}
        <b>{percentOf(share)}</b>
      </small>
    </span>
  )
}
