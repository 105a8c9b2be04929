import { type Alarm, alarms } from '@wattkeeper/contracts/api/alarms'
import type { Device } from '@wattkeeper/contracts/api/devices'
import type { ReactNode } from 'react'
import { useData } from '../../../api/queries.ts'
import { LevelTag } from '../../../ui/LevelTag.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { useUrlState } from '../../../ui/url/useUrlState.ts'
import { useText } from '../text.ts'

const noFilter = {}
const levels = [1, 2, 3, 4] as const

/** What is wrong with the device now. */
export function CurrentAlarms({ device }: { readonly device: Device }): ReactNode {
  const t = useText()
  const state = useUrlState(noFilter)
  const list = useData(
    alarms.ofDevice,
    { equipId: device.id, ...state.paging },
    { live: ['alarms'], quiet: true },
  )
  return (
    <DataTable
      screen="device-alarms"
      label={t('detail.tab.alarms')}
      hasIndex
      columns={useAlarmColumns()}
      list={list}
      state={state}
      keyOf={({ id }) => id}
      offer={t('alarm.empty')}
    />
  )
}

export function useAlarmColumns(): readonly Column<Alarm>[] {
  const t = useText()
  const levelName = (level: number | null) => {
    const known = levels.find((each) => each === level)
    return known ? t(`alarm.level.${known}`) : t('alarm.level.unknown')
  }
  return [
    {
      key: 'level',
      title: t('alarm.level'),
      width: 110,
      render: ({ level }) => <LevelTag level={level} label={levelName(level)} />,
    },
    {
      key: 'signal',
      title: t('alarm.signal'),
      width: 180,
      isEssential: true,
      render: (row) => row.semaphoreName,
    },
    { key: 'fault', title: t('alarm.fault'), width: 200, render: (row) => row.faultName },
    { key: 'code', title: t('alarm.code'), width: 110, render: (row) => row.semaphoreCode },
    { key: 'value', title: t('alarm.value'), width: 90, isNumber: true, render: (row) => row.value },
    { key: 'since', title: t('alarm.since'), width: 140, render: (row) => <Time at={row.occurrenceTime} /> },
    {
      key: 'acknowledged',
      title: t('alarm.acknowledged'),
      width: 180,
      isCut: true,
      render: ({ acknowledgedBy }) =>
        acknowledgedBy === null ? t('alarm.open') : t('alarm.acknowledgedBy', { name: acknowledgedBy }),
    },
  ]
}
