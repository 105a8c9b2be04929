import {
  type RolloutDetail,
  type TargetState,
  rollouts,
  targetStates,
} from '@wattkeeper/contracts/api/rollouts'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useData } from '../../../api/queries.ts'
import { useDownload } from '../../../api/useTransfer.ts'
import { useWords } from '../../../i18n/i18n.ts'
import { FilterBar } from '../../../ui/filter/FilterBar.tsx'
import type { FilterField } from '../../../ui/filter/fields.ts'
import { barStates } from '../../../ui/rollout/rollout-rules.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { bytes } from '../../../ui/upload/bytes.ts'
import type { UrlState } from '../../../ui/url/useUrlState.ts'
import type { TargetFilter } from '../rollout-filter.ts'
import { useText } from '../text.ts'
import { useTargetColumns } from './target-columns.tsx'
import css from './detail.module.css'

interface Props {
  readonly rollout: RolloutDetail
  readonly state: UrlState<TargetFilter>
}

const live = { live: ['rollouts'], quiet: true } as const
const tableHeight = 480

/** Every device of the roll-out, filtered by the bar, the reasons and the address. */
export function Targets({ rollout, state }: Props): ReactNode {
  const t = useText()
  const { id, kind, counts } = rollout
  const list = useData(rollouts.targets, { id, ...state.filter, ...state.paging }, live)
  return (
    <div className={css.targets}>
      <FilterBar state={state} fields={useFields(rollout)} />
      <DataTable
        screen={`rollout-targets-${kind}`}
        label={t('targets.title')}
        hasIndex
        height={tableHeight}
        columns={useTargetColumns(kind)}
        list={list}
        state={state}
        keyOf={(target) => target.id}
        actions={
          <>
            <Export label={t('targets.export')} input={{ id, ...state.filter }} />
            {counts.failed > 0 && (
              <Export label={t('targets.exportFailed')} input={{ id, states: ['failed'] }} />
            )}
          </>
        }
      />
    </div>
  )
}

function useFields({ reasons }: RolloutDetail): readonly FilterField<TargetFilter>[] {
  const t = useText()
  const say = useWords()
  const known = new Map(
    reasons.flatMap(({ reason, label }) => (reason === null ? [] : [[reason, label] as const])),
  )
  return [
    { kind: 'text', name: 'code', label: t('targets.code') },
    {
      kind: 'multi',
      name: 'states',
      label: t('targets.state'),
      options: barStates.map((value) => ({ value, label: say(targetStates[value]) })),
    },
    {
      kind: 'select',
      name: 'reason',
      label: t('targets.reason'),
      width: 220,
      options: [...known].map(([value, label]) => ({ value, label })),
    },
  ]
}

interface ExportProps {
  readonly label: string
  readonly input: { readonly id: number; readonly states?: TargetState[]; readonly reason?: string }
}

/** Exactly what the filter shows, all pages of it; a second click while it runs cancels. */
function Export({ label, input }: ExportProps): ReactNode {
  const t = useText()
  const { start, cancel, isRunning, receivedBytes } = useDownload(rollouts.exportTargets)
  if (!isRunning) return <Button onClick={() => void start(input)}>{label}</Button>
  return <Button onClick={cancel}>{t('targets.exporting', { size: bytes(receivedBytes) })}</Button>
}
