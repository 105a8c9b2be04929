import { type Alarm, alarms } from '@wattkeeper/contracts/api/alarms'
import Tabs from 'antd/es/tabs'
import { type ReactNode, lazy } from 'react'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { RowButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useUrlState, useUrlValue } from '../../ui/url/useUrlState.ts'
import { useCurrentColumns, useHistoryColumns } from './alarm-columns.tsx'
import { alarmCodecs, tabs } from './alarm-filter.ts'
import { useText } from './text.ts'
import { useAlarmFields } from './useAlarmFields.ts'
import { useHistoryHeight } from './useHistoryHeight.ts'

const AlarmDetail = lazy(async () => ({ default: (await import('./AlarmDetail.tsx')).AlarmDetail }))
const Acknowledge = lazy(async () => ({ default: (await import('./Acknowledge.tsx')).Acknowledge }))

type State = ReturnType<typeof useUrlState<typeof alarmCodecs>>

/** What is wrong now and what was: one filter over two tabs. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(alarmCodecs)
  const fields = useAlarmFields(state.filter)
  const [tab = 'current', setTab] = useUrlValue('tab', tabs)
  return (
    <>
      <FilterBar state={state} fields={fields} />
      <Tabs
        activeKey={tab}
        onChange={(key) => setTab(tabs.read(key))}
        items={[
          { key: 'current', label: t('tab.current') },
          { key: 'history', label: t('tab.history') },
        ]}
      />
      {tab === 'current' ? <Current state={state} /> : <History state={state} />}
    </>
  )
}

interface Asked {
  readonly kind: 'detail' | 'acknowledge'
  readonly alarm: Alarm
}

function Current({ state }: { readonly state: State }): ReactNode {
  const t = useText()
  const list = useData(
    alarms.current,
    { ...state.filter, ...state.paging },
    { live: ['alarms'], quiet: true },
  )
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (alarm: Alarm) => (
    <>
      <RowButton onClick={() => ask({ kind: 'detail', alarm })}>{t('detail')}</RowButton>
      {alarm.acknowledgedAt === null && (
        <RowButton use={alarms.acknowledge} onClick={() => ask({ kind: 'acknowledge', alarm })}>
          {t('acknowledge')}
        </RowButton>
      )}
    </>
  )
  return (
    <ListView
      screen="alarms-current"
      label={t('tab.current')}
      state={state}
      list={list}
      columns={useCurrentColumns()}
      rowActions={{ width: 140, render: buttons }}
      offer={t('none')}
    >
      {asked?.kind === 'detail' && <AlarmDetail alarm={asked.alarm} onClose={close} />}
      {asked?.kind === 'acknowledge' && <Acknowledge alarm={asked.alarm} onClose={close} />}
    </ListView>
  )
}

function History({ state }: { readonly state: State }): ReactNode {
  const t = useText()
  const list = useData(
    alarms.history,
    { ...state.filter, ...state.paging },
    { live: ['alarms'], quiet: true },
  )
  const height = useHistoryHeight()
  return (
    <DataTable
      screen="alarms-history"
      label={t('tab.history')}
      hasIndex
      columns={useHistoryColumns()}
      list={list}
      state={state}
      keyOf={({ id }) => id}
      {...(height !== undefined && { height })}
    />
  )
}
