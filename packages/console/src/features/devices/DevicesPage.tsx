import { devices } from '@wattkeeper/contracts/api/devices'
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
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
  const fields = useFilterFields(state.filter)
  const selection = selectionOf(state.filter)
  const list = useData(
    devices.list,
    { ...selection, ...state.paging },
    { live: ['devices', 'alarms'], quiet: true },
  )
  const [asked, setAsked] = useState<Asked>()
  const columns = useDeviceColumns((device) => <RowActions device={device} onAsk={setAsked} />)
  const add = (
    <Can use={devices.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'new' })}>
        {t('action.add')}
      </Button>
      <Button onClick={() => setAsked({ kind: 'import' })}>{t('action.import')}</Button>
    </Can>
  )
  return (
    <>
      <FilterBar state={state} fields={fields} />
      <DataTable
        screen="devices"
        label={t('list.label')}
        hasIndex
        columns={columns}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={
          <>
            {add}
            <ExportButton selection={selection} />
          </>
        }
        offer={add}
      />
      <DeviceDialogs asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
