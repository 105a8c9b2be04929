import { devices } from '@wattkeeper/contracts/api/devices'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { ExportButton } from './ExportButton.tsx'
import { RowActions } from './RowActions.tsx'
import { useDeviceColumns } from './device-columns.tsx'
import { deviceCodecs, selectionOf } from './device-filter.ts'
import { useFilterFields } from './device-filters.tsx'
import { type Asked, DeviceDialogs } from './dialogs/DeviceDialogs.tsx'
import { useText } from './text.ts'

/** The device list: its rows are read again whenever a device comes, goes, or raises an alarm. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(deviceCodecs)
  const selection = selectionOf(state.filter)
  const list = useData(
    devices.list,
    { ...selection, ...state.paging },
    { live: ['devices', 'alarms'], quiet: true },
  )
  const { asked, ask, close } = useAsked<Asked>()
  const add = (
    <>
      <AddButton use={devices.create} onClick={() => ask({ kind: 'new' })} />
      <Can use={devices.create}>
        <Button onClick={() => ask({ kind: 'import' })}>{t('action.import')}</Button>
      </Can>
    </>
  )
  return (
    <ListView
      screen="devices"
      label={t('list.label')}
      state={state}
      list={list}
      fields={useFilterFields(state.filter)}
      columns={useDeviceColumns()}
      rowActions={{ width: 120, render: (device) => <RowActions device={device} onAsk={ask} /> }}
      add={add}
      actions={<ExportButton selection={selection} />}
    >
      <DeviceDialogs asked={asked} onClose={close} />
    </ListView>
  )
}
