import type { ApiKey } from '@wattkeeper/contracts/api/api-keys'
import { Tag } from '../../ui/Tag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'

export function useKeyColumns(): readonly Column<ApiKey>[] {
  const t = useText()
  return [
    { ...leading, key: 'name', title: t('key.name'), width: 180, isCut: true, render: (key) => key.name },
    { key: 'hint', title: t('key.hint'), width: 140, render: (key) => <code>{key.hint}…</code> },
    { key: 'user', title: t('key.user'), width: 140, isCut: true, render: (key) => key.userName },
    {
      key: 'scope',
      title: t('key.scope'),
      width: 100,
      render: (key) => t('key.scopeCount', { count: key.permissions.length }),
    },
    { key: 'created', title: t('key.created'), width: 150, render: (key) => <Time at={key.createTime} /> },
    {
      key: 'expires',
      title: t('key.expires'),
      width: 180,
      render: (key) =>
        key.isExpired ? <Tag tone="bad">{t('key.expired')}</Tag> : <Time isAbsolute at={key.expiresAt} />,
    },
    {
      key: 'used',
      title: t('key.used'),
      width: 150,
      render: (key) => (key.lastUsedAt === null ? t('key.unused') : <Time at={key.lastUsedAt} />),
    },
  ]
}
