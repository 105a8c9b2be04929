import type { User } from '@wattkeeper/contracts/api/users'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/Tag.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'

export function useUserColumns(): readonly Column<User>[] {
  const t = useText()
  return [
    { ...leading, key: 'phone', title: t('phone'), width: 125, render: (row) => row.phone },
    { key: 'name', title: t('name'), width: 110, isCut: true, render: (row) => row.userName },
    { key: 'roles', title: t('roles'), width: 145, isCut: true, render: (row) => row.roleNames || '—' },
    {
      key: 'organization',
      title: t('organization'),
      width: 135,
      isCut: true,
      render: (row) => row.organizationName,
    },
    { key: 'loginName', title: t('loginName'), width: 110, isCut: true, render: (row) => row.loginName },
    { key: 'status', title: t('status'), width: 112, render: (row) => <State user={row} /> },
    {
      key: 'factor',
      title: t('factor'),
      width: 110,
      isOptional: true,
      render: (row) => t(row.hasSecondFactor ? 'factor.on' : 'factor.off'),
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

function State({ user }: { readonly user: User }): ReactNode {
  const t = useText()
  return (
    <>
      <Tag tone={user.status === 1 ? 'good' : 'bad'}>{t(`status.${user.status}`)}</Tag>{' '}
      {user.isNarrowed && (
        <span title={t('narrowedHint')}>
          <Tag tone="info">{t('narrowed')}</Tag>
        </span>
      )}
    </>
  )
}
