import type { Deed } from '@wattkeeper/contracts/api/audit'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/Tag.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import type { AuditView } from './audit-filter.ts'
import { useNames } from './names.ts'
import { useText } from './text.ts'
import css from './audit.module.css'

const done = 200

export function useDeedColumns(onFilter: (change: Partial<AuditView>) => void): readonly Column<Deed>[] {
  const t = useText()
  const { actionName, tableName } = useNames()
  return [
    {
      key: 'time',
      title: t('time'),
      width: 180,
      fixed: 'left',
      isEssential: true,
      render: (deed) => <Time isAbsolute at={deed.createTime} />,
    },
    {
      key: 'user',
      title: t('user'),
      width: 140,
      isCut: true,
      render: ({ userId, userName }) =>
        userId === null ? (
          userName || t('nobody')
        ) : (
          <Narrow title={t('onlyThisUser', { name: userName })} onClick={() => onFilter({ userId })}>
            {userName}
          </Narrow>
        ),
    },
    {
      key: 'action',
      title: t('action'),
      width: 180,
      isCut: true,
      render: ({ action }) => (
        <Narrow title={t('onlyThisAction')} onClick={() => onFilter({ action })}>
          {actionName(action)}
        </Narrow>
      ),
    },
    {
      key: 'object',
      title: t('object'),
      width: 220,
      isCut: true,
      render: ({ changes }) =>
        [...new Set(changes.map(({ object, objectId }) => `${tableName(object)} ${objectId}`))].join('、') ||
        '—',
    },
    {
      key: 'changes',
      title: t('changes'),
      width: 80,
      isNumber: true,
      render: ({ changes }) => changes.reduce((sum, { changed }) => sum + changed.length, 0),
    },
    { key: 'result', title: t('result'), width: 110, render: (deed) => <Result code={deed.code} /> },
    { key: 'address', title: t('address'), width: 140, isCut: true, render: (deed) => deed.address || '—' },
    {
      key: 'requestId',
      title: t('requestId'),
      width: 240,
      isOptional: true,
      isCut: true,
      render: (deed) => deed.requestId,
    },
  ]
}

function Result({ code }: Pick<Deed, 'code'>): ReactNode {
  const t = useText()
  const isDone = code === done
  return <Tag tone={isDone ? 'good' : 'bad'}>{isDone ? t('result.done') : t('result.failed', { code })}</Tag>
}

interface NarrowProps {
  readonly title: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A value that filters by itself. */
const Narrow = ({ title, onClick, children }: NarrowProps): ReactNode => (
  <button type="button" className={css.cut} title={title} onClick={onClick}>
    {children}
  </button>
)
