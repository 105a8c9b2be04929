import { type Role, roles } from '@wattkeeper/contracts/api/roles'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useMay } from '../../api/profile.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { useText } from './text.ts'

export type Asked =
  | { readonly kind: 'form'; readonly role: Role | undefined }
  | { readonly kind: 'remove' | 'factor'; readonly role: Role }

type OnAsk = (asked: Asked) => void

export function useRoleColumns(onAsk: OnAsk): readonly Column<Role>[] {
  const t = useText()
  const may = useMay()
  const columns: readonly Column<Role>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 180,
      fixed: 'left',
      isEssential: true,
      isCut: true,
      render: (row) => row.name,
    },
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
  if (!may(roles.update)) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: t('actions'),
      width: 170,
      fixed: 'right',
      isEssential: true,
      render: (role) => <Actions role={role} onAsk={onAsk} />,
    },
  ]
}

/** The SYSTEM role keeps only the question of the second factor. */
function Actions({ role, onAsk }: { readonly role: Role; readonly onAsk: OnAsk }): ReactNode {
  const t = useText()
  const factor = t(role.needsSecondFactor ? 'factor.release' : 'factor.demand')
  return (
    <>
      {role.isProtected ? (
        <span title={t('protectedHint')}>{t('protected')}</span>
      ) : (
        <>
          <Button type="link" size="small" onClick={() => onAsk({ kind: 'form', role })}>
            {t('edit')}
          </Button>
          <Button type="link" size="small" danger onClick={() => onAsk({ kind: 'remove', role })}>
            {t('remove')}
          </Button>
        </>
      )}
      <Dropdown
        menu={{ items: [{ key: 'factor', label: factor, onClick: () => onAsk({ kind: 'factor', role }) }] }}
      >
        <Button type="link" size="small">
          {t('more')}
        </Button>
      </Dropdown>
    </>
  )
}
