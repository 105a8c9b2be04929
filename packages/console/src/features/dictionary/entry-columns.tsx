import type { Entry } from '@wattkeeper/contracts/api/dictionary'
import { LevelTag } from '../../ui/LevelTag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'
import { type ListName, type TextChoice, labelIn } from './useLists.ts'

type Lists = Readonly<Record<ListName, readonly TextChoice[]>>

export function useEntryColumns(lists: Lists): readonly Column<Entry>[] {
  const t = useText()
  return [
    { ...leading, key: 'code', title: t('code'), width: 150, render: (row) => row.code },
    { key: 'name', title: t('name'), width: 200, isCut: true, render: (row) => row.name },
    { key: 'type', title: t('type'), width: 160, isCut: true, render: (row) => row.typeName },
    { key: 'note', title: t('note'), width: 280, isCut: true, render: (row) => row.note || '—' },
    {
      key: 'level',
      title: t('level'),
      width: 110,
      render: ({ alarmLevel }) =>
        alarmLevel === null ? (
          '—'
        ) : (
          <LevelTag level={alarmLevel} label={labelIn(lists.level, String(alarmLevel))} />
        ),
    },
    {
      key: 'analysis',
      title: t('analysis'),
      width: 120,
      isOptional: true,
      render: (row) => (row.analysisType === null ? '—' : labelIn(lists.analysis, row.analysisType)),
    },
    {
      key: 'updatedAt',
      title: t('updatedAt'),
      width: 150,
      isOptional: true,
      render: (row) => <Time at={row.updateTime} />,
    },
  ]
}
