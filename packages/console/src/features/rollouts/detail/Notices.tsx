import { type RolloutDetail, stopReasons } from '@wattkeeper/contracts/api/rollouts'
import Alert from 'antd/es/alert'
import type { ReactNode } from 'react'
import { useWords } from '../../../i18n/i18n.ts'
import { useText } from '../text.ts'
import css from './detail.module.css'

/** What the reader must know before anything else: why it stands still, and why it goes slowly at first. */
export function Notices({ rollout }: { readonly rollout: RolloutDetail }): ReactNode {
  const t = useText()
  const say = useWords()
  const { state, stopReason, counts, isPartial, beginsWithOne, canaries } = rollout
  const isOver = state === 'completed' || state === 'canceled'
  return (
    <div className={css.notices}>
      {state === 'stopped' && stopReason !== null && (
        <Alert
          type="error"
          showIcon
          title={t('stopped.title', { reason: say(stopReasons[stopReason]) })}
          description={t('stopped.said')}
        />
      )}
      {state === 'paused' && (
        <Alert
          type="warning"
          showIcon
          title={t('paused.title')}
          description={t('paused.said', { count: counts.waiting })}
        />
      )}
      {isPartial && <Alert type="info" showIcon title={t('partial.said')} />}
      {beginsWithOne && !isOver && (
        <Alert type="info" showIcon title={t('leader.title')} description={t('leader.said')} />
      )}
      {!beginsWithOne && canaries > 0 && !isOver && (
        <Alert
          type="info"
          showIcon
          title={t('canary.title')}
          description={t('canary.said', { count: canaries })}
        />
      )}
    </div>
  )
}
