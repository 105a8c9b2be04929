import { type UpgradeTask, upgradeTasks } from '@wattkeeper/contracts/api/upgrade-tasks'
import { type ReactNode, lazy } from 'react'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, EditButton, RemoveButton, RowButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { RolloutMenu } from '../../ui/rollout/RolloutMenu.tsx'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { taskCodecs, useTaskFields } from './task-filter.ts'
import { countsOf } from './task-rules.ts'
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
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (task: UpgradeTask) => (
    <>
      <RowButton onClick={() => ask({ kind: 'details', task })}>{t('detail')}</RowButton>
      {task.state === 'scheduled' && (
        <EditButton use={upgradeTasks.update} onClick={() => ask({ kind: 'edit', task })} />
      )}
      <RolloutMenu rollout={{ ...task, kind: 'firmware', counts: countsOf(task) }} />
      <RemoveButton use={upgradeTasks.remove} onClick={() => ask({ kind: 'remove', task })} />
    </>
  )
  return (
    <ListView
      screen="upgrade-tasks"
      label={t('list')}
      state={state}
      list={list}
      fields={useTaskFields(state.filter)}
      columns={useTaskColumns()}
      rowActions={{ width: 230, render: buttons }}
      add={<AddButton use={upgradeTasks.create} onClick={() => ask({ kind: 'new' })} />}
    >
      {asked?.kind === 'new' && <TaskForm onClose={close} />}
      {asked?.kind === 'edit' && <TaskForm task={asked.task} onClose={close} />}
      {asked?.kind === 'details' && <TaskDetails task={asked.task} onClose={close} />}
      {asked?.kind === 'remove' && <RemoveTask task={asked.task} onClose={close} />}
    </ListView>
  )
}
