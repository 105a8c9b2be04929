import type { Alarm } from '@wattkeeper/contracts/api/alarms'
import { Link } from 'react-router'
import { LevelTag } from '../../ui/LevelTag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { durationText, knownLevel } from './alarm-filter.ts'
import { useText } from './text.ts'

type Columns = readonly Column<Alarm>[]

const deviceLink = ({ equipId, equipCode }: Alarm): string =>
  `/equipentry/detail?${new URLSearchParams({ id: String(equipId), code: equipCode }).toString()}`

/** What both tables begin with: whose alarm, how bad, what. */
function useSharedColumns(): Columns {
  const t = useText()
  return [
    {
      ...leading,
      key: 'code',
      title: t('code'),
      width: 130,
      render: (alarm) => <Link to={deviceLink(alarm)}>{alarm.equipCode}</Link>,
    },
    {
      key: 'level',
      title: t('level'),
      width: 95,
      render: ({ level }) => <LevelTag level={level} label={t(`level.${knownLevel(level)}`)} />,
    },
    {
      key: 'content',
      title: t('content'),
      width: 170,
      isEssential: true,
      isCut: true,
      render: (row) => row.faultName,
    },
    {
      key: 'signal',
      title: t('signal'),
      width: 165,
      isCut: true,
      isOptional: true,
      render: (row) => row.semaphoreName,
    },
    { key: 'operator', title: t('operator'), width: 130, isCut: true, render: (row) => row.operatorName },
    { key: 'model', title: t('model'), width: 130, isCut: true, render: (row) => row.equipModelName },
  ]
}

export function useCurrentColumns(): Columns {
  const t = useText()
  return [
    ...useSharedColumns(),
    { key: 'since', title: t('since'), width: 110, render: (row) => <Time at={row.occurrenceTime} /> },
    {
      key: 'state',
      title: t('state'),
      width: 130,
      isCut: true,
      render: ({ acknowledgedBy }) =>
        acknowledgedBy === null ? t('state.open') : t('state.acknowledged', { name: acknowledgedBy }),
    },
  ]
}

export function useHistoryColumns(): Columns {
  const t = useText()
  return [
    ...useSharedColumns(),
    {
      key: 'start',
      title: t('start'),
      width: 165,
      render: (row) => <Time isAbsolute at={row.occurrenceTime} />,
    },
    { key: 'end', title: t('end'), width: 165, render: (row) => <Time isAbsolute at={row.recoveryTime} /> },
    {
      key: 'lasted',
      title: t('lasted'),
      width: 90,
      isNumber: true,
      render: ({ occurrenceTime, recoveryTime }) =>
        recoveryTime === null ? '—' : durationText(Date.parse(recoveryTime) - Date.parse(occurrenceTime)),
    },
    {
      key: 'state',
      title: t('state'),
      width: 170,
      isCut: true,
      isOptional: true,
      render: ({ acknowledgedBy }) =>
        acknowledgedBy === null ? '—' : t('state.acknowledged', { name: acknowledgedBy }),
    },
  ]
}
