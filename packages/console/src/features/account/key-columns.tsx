import { type ApiKey, apiKeys } from '@wattkeeper/contracts/api/api-keys'
import Button from 'antd/es/button'
import { useMay } from '../../api/profile.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'

export function useKeyColumns(onRemove: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  const t = useText()
  const may = useMay()
  const columns: readonly Column<ApiKey>[] = [
    {
      key: 'name',
      title: t('key.name'),
      width: 180,
      fixed: 'left',
      isEssential: true,
      isCut: true,
      render: (key) => key.name,
    },
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
  if (!may(apiKeys.remove)) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: t('key.actions'),
      width: 100,
      fixed: 'right',
      isEssential: true,
      render: (key) => (
        <Button type="link" size="small" danger onClick={() => onRemove(key)}>
          {t('key.remove')}
        </Button>
      ),
    },
  ]
}
