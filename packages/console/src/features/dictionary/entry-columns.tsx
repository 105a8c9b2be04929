import { type Entry, dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useMay } from '../../api/profile.tsx'
import { LevelTag } from '../../ui/LevelTag.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'
import { type ListName, type TextChoice, labelIn } from './useLists.ts'

export type Asked =
  | { readonly kind: 'form'; readonly entry: Entry | undefined }
  | { readonly kind: 'remove'; readonly entry: Entry }

type OnAsk = (asked: Asked) => void
type Lists = Readonly<Record<ListName, readonly TextChoice[]>>

export function useEntryColumns(lists: Lists, onAsk: OnAsk): readonly Column<Entry>[] {
  const t = useText()
  const may = useMay()
  const columns: readonly Column<Entry>[] = [
    {
      key: 'code',
      title: t('code'),
      width: 150,
      fixed: 'left',
      isEssential: true,
      render: (row) => row.code,
    },
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
  if (!may(dictionaryEntries.update)) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: t('actions'),
      width: 150,
      fixed: 'right',
      isEssential: true,
      render: (entry) => <Actions entry={entry} onAsk={onAsk} />,
    },
  ]
}

function Actions({ entry, onAsk }: { readonly entry: Entry; readonly onAsk: OnAsk }): ReactNode {
  const t = useText()
  return (
    <>
      <Button type="link" size="small" onClick={() => onAsk({ kind: 'form', entry })}>
        {t('edit')}
      </Button>
      {entry.isFixed ? (
        <span title={t('fixedHint')}>
          <Tag>{t('fixed')}</Tag>
        </span>
      ) : (
        <Button type="link" size="small" danger onClick={() => onAsk({ kind: 'remove', entry })}>
          {t('remove')}
        </Button>
      )}
    </>
  )
}
