import { type BatchSetting, batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDownload } from '../../api/useTransfer.ts'
import { RowButton } from '../../ui/list/buttons.tsx'
import { RolloutMenu } from '../../ui/rollout/RolloutMenu.tsx'
import { useRolloutPath } from '../../ui/rollout/links.ts'
import { countsOf } from './batch-rules.ts'
import { useText } from './text.ts'

/** Watches a batch, steers it, and fetches where it failed. */
export function RowActions({ row }: { readonly row: BatchSetting }): ReactNode {
  const t = useText()
  const path = useRolloutPath()(row.id)
  const { start, isRunning } = useDownload(batchSettings.exportFailed)
  return (
    <>
      {path !== undefined && <Link to={path}>{t('detail')}</Link>}
      <RolloutMenu rollout={{ ...row, kind: 'params', counts: countsOf(row) }} />
      {row.failed > 0 && (
        <RowButton isDisabled={isRunning} onClick={() => void start({ batchSetId: row.id })}>
          {t(isRunning ? 'exporting' : 'exportFailed')}
        </RowButton>
      )}
    </>
  )
}
