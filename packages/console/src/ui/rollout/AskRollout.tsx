import { type RolloutKindName, type TargetSelection, rollouts } from '@wattkeeper/contracts/api/rollouts'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useData } from '../../api/queries.ts'
import { ConfirmBox } from '../form/ConfirmBox.tsx'
import { Preview } from './Preview.tsx'
import { useText } from './text.ts'
import css from './rollout.module.css'

interface Props {
  readonly kind: RolloutKindName
  readonly selection: TargetSelection
  readonly versionId?: number
  readonly pace: { readonly upgradeCount: number; readonly interval: number }
  /** What is asked, and what will be done. */
  readonly children: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

const width = 560

/** The last question before a roll-out: what it does, and whom it would touch as the fleet stands now. */
export function AskRollout({
  kind,
  selection,
  versionId,
  pace,
  children,
  onConfirm,
  onClose,
}: Props): ReactNode {
  const t = useText()
  const input = { kind, selection, ...(versionId !== undefined && { versionId }) }
  const { data, failure, isLoading, refresh } = useData(rollouts.preview, input, {
    quiet: true,
    staleTimeMs: 0,
  })
  const canConfirm = data !== undefined && !isLoading && data.eligible > 0
  return (
    <ConfirmBox
      title={t('preview.title')}
      width={width}
      canConfirm={canConfirm}
      {...(canConfirm && { okText: t('preview.ok', { count: data.eligible }) })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {children}
      {failure && (
        <p role="alert" className={css.warning}>
          {t('preview.failed', { reason: failure.message })}{' '}
          <Button size="small" onClick={refresh}>
            {t('retryRead')}
          </Button>
        </p>
      )}
      {data && !failure && <Preview preview={data} pace={pace} />}
      {!data && !failure && (
        <div className={css.reading} role="status" aria-busy>
          {t('preview.reading')}
        </div>
      )}
    </ConfirmBox>
  )
}
