import { type Alarm, alarms } from '@wattkeeper/contracts/api/alarms'
import type { Device } from '@wattkeeper/contracts/api/devices'
import Segmented from 'antd/es/segmented'
import type { ReactNode } from 'react'
import { useData } from '../../../../api/queries.ts'
import { DataTable } from '../../../../ui/table/DataTable.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { Time } from '../../../../ui/time/Time.tsx'
import { useUrlState } from '../../../../ui/url/useUrlState.ts'
import { CurrentAlarms, useAlarmColumns } from '../CurrentAlarms.tsx'
import { useDetailQuery } from '../useDetailQuery.ts'
import { useText } from './text.ts'
import css from './history.module.css'

const shelves = ['current', 'history'] as const
const noFilter = {}

/** What is wrong with the device now, or what was. */
export function AlarmShelves({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const { get, change } = useDetailQuery()
  const shelf = get('shelf') === 'history' ? 'history' : 'current'
  return (
    <>
      <Segmented
        className={css.shelves}
        aria-label={t('tab.alarms')}
        value={shelf}
        options={shelves.map((each) => ({ value: each, label: t(`alarms.${each}`) }))}
        onChange={(next) => change({ shelf: next === 'history' ? next : undefined, pageNum: undefined })}
      />
      {shelf === 'current' ? <CurrentAlarms device={device} /> : <PastAlarms device={device} />}
    </>
  )
}

function PastAlarms({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const state = useUrlState(noFilter)
  const list = useData(
    alarms.history,
    { equipId: device.id, ...state.paging },
    { live: ['alarms'], quiet: true },
  )
  const known = useAlarmColumns()
  const columns: readonly Column<Alarm>[] = [
    ...known.filter(({ key }) => key !== 'since'),
    {
      key: 'from',
      title: t('alarms.from'),
      width: 180,
      render: ({ occurrenceTime }) => <Time at={occurrenceTime} isAbsolute />,
    },
    {
      key: 'until',
      title: t('alarms.until'),
      width: 180,
      render: ({ recoveryTime }) => <Time at={recoveryTime} isAbsolute />,
    },
  ]
  return (
    <DataTable
      screen="device-alarm-history"
      label={t('alarms.history')}
      hasIndex
      columns={columns}
      list={list}
      state={state}
      keyOf={({ id }) => id}
      offer={t('alarms.none')}
    />
  )
}
