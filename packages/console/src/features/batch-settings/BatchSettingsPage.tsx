import { batchSettings } from '@wattkeeper/contracts/api/batch-settings'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
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
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Can use={batchSettings.create}>
      <Button type="primary" onClick={() => setAdding(true)}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar
        state={state}
        fields={[{ kind: 'range', name: 'startTime', end: 'endTime', label: t('range') }]}
      />
      <DataTable
        screen="batch-settings"
        label={t('list')}
        hasIndex
        columns={useBatchColumns()}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      {isAdding && (
        <Suspense>
          <BatchForm onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
