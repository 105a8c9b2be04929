import { type Alarm, alarms } from '@wattkeeper/contracts/api/alarms'
import Button from 'antd/es/button'
import Tabs from 'antd/es/tabs'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
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
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const columns = useCurrentColumns((alarm) => <Actions alarm={alarm} onAsk={setAsked} />)
  return (
    <>
      <DataTable
        screen="alarms-current"
        label={t('tab.current')}
        hasIndex
        columns={columns}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        offer={t('none')}
      />
      <Suspense>
        {asked?.kind === 'detail' && <AlarmDetail alarm={asked.alarm} onClose={close} />}
        {asked?.kind === 'acknowledge' && <Acknowledge alarm={asked.alarm} onClose={close} />}
      </Suspense>
    </>
  )
}

interface ActionsProps {
  readonly alarm: Alarm
  readonly onAsk: (asked: Asked) => void
}

function Actions({ alarm, onAsk }: ActionsProps): ReactNode {
  const t = useText()
  const may = useMay()
  return (
    <>
      <Button type="link" size="small" onClick={() => onAsk({ kind: 'detail', alarm })}>
        {t('detail')}
      </Button>
      {alarm.acknowledgedAt === null && may(alarms.acknowledge) && (
        <Button type="link" size="small" onClick={() => onAsk({ kind: 'acknowledge', alarm })}>
          {t('acknowledge')}
        </Button>
      )}
    </>
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
