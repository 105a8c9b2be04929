import { type UpgradeTask, upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { taskCodecs, useTaskFields } from './task-filter.ts'
import { useTaskColumns } from './task-columns.tsx'
import { useText } from './text.ts'

const TaskForm = lazy(async () => ({ default: (await import('./TaskForm.tsx')).TaskForm }))
const TaskDetails = lazy(async () => ({ default: (await import('./TaskDetails.tsx')).TaskDetails }))
const RemoveTask = lazy(async () => ({ default: (await import('./RemoveTask.tsx')).RemoveTask }))

type Asked =
  { readonly kind: 'new' } | { readonly kind: 'edit' | 'details' | 'remove'; readonly task: UpgradeTask }

const live = { live: ['rollouts'], quiet: true } as const

/** Firmware for the devices of a type, at a time that was set. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(taskCodecs)
  const list = useData(upgradeTasks.list, { type: 'SCHEDULE', ...state.filter, ...state.paging }, live)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const columns = useTaskColumns((kind, task) => setAsked({ kind, task }))
  const add = (
    <Can use={upgradeTasks.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'new' })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar state={state} fields={useTaskFields(state.filter)} />
      <DataTable
        screen="upgrade-tasks"
        label={t('list')}
        hasIndex
        columns={columns}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>
        {asked?.kind === 'new' && <TaskForm onClose={close} />}
        {asked?.kind === 'edit' && <TaskForm task={asked.task} onClose={close} />}
        {asked?.kind === 'details' && <TaskDetails task={asked.task} onClose={close} />}
        {asked?.kind === 'remove' && <RemoveTask task={asked.task} onClose={close} />}
      </Suspense>
    </>
  )
}
