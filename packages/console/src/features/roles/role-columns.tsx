import type { Role } from '@wattkeeper/contracts/api/roles'
import { Tag } from '../../ui/Tag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'

export function useRoleColumns(): readonly Column<Role>[] {
  const t = useText()
  return [
    { ...leading, key: 'name', title: t('name'), width: 180, isCut: true, render: (row) => row.name },
    { key: 'code', title: t('code'), width: 200, isCut: true, render: (row) => row.code },
    { key: 'remark', title: t('remark'), width: 260, isCut: true, render: (row) => row.remark || '—' },
    { key: 'users', title: t('users'), width: 90, isNumber: true, render: (row) => row.userCount },
    {
      key: 'factor',
      title: t('factor'),
      width: 120,
      render: (row) =>
        row.needsSecondFactor ? <Tag tone="info">{t('factor.needed')}</Tag> : t('factor.free'),
    },
    { key: 'updatedAt', title: t('updatedAt'), width: 150, render: (row) => <Time at={row.updateTime} /> },
  ]
}
