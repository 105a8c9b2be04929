import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import { type ReactNode, lazy } from 'react'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { RowActions } from './RowActions.tsx'
import { useBatchColumns } from './batch-columns.tsx'
import { useText } from './text.ts'

const BatchForm = lazy(async () => ({ default: (await import('./BatchForm.tsx')).BatchForm }))

const codecs = { startTime: as.text, endTime: as.text } as const
const live = { live: ['rollouts'], quiet: true } as const

/** Parameters that were set on many devices, the newest first. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(batchSettings.list, { ...state.filter, ...state.paging }, live)
  const { asked, ask, close } = useAsked<{ readonly kind: 'new' }>()
  return (
    <ListView
      screen="batch-settings"
      label={t('list')}
      state={state}
      list={list}
      fields={[{ kind: 'range', name: 'startTime', end: 'endTime', label: t('range') }]}
      columns={useBatchColumns()}
      rowActions={{ width: 220, render: (row) => <RowActions row={row} /> }}
      add={<AddButton use={batchSettings.create} onClick={() => ask({ kind: 'new' })} />}
    >
      {asked && <BatchForm onClose={close} />}
    </ListView>
  )
}
