import type { ReactNode } from 'react'
import { useNameIn } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { MenuIcon } from '../../ui/icon/MenuIcon.tsx'
import { type Column, leading } from '../../ui/table/columns.ts'
import type { MenuRow } from './menu-rules.ts'
import { useText } from './text.ts'
import css from './menus.module.css'

const tones = { M: 'info', C: 'good', F: 'idle' } as const

export function useMenuColumns(): readonly Column<MenuRow>[] {
  const t = useText()
  return [
    { ...leading, key: 'name', title: t('name'), width: 225, render: useNameIn() },
    {
      key: 'type',
      title: t('type'),
      width: 110,
      render: (row) => <Tag tone={tones[row.type]}>{t(`type.${row.type}`)}</Tag>,
    },
    { key: 'path', title: t('path'), width: 165, isCut: true, render: (row) => row.path },
    { key: 'remark', title: t('remark'), width: 115, isCut: true, render: (row) => row.remark },
    { key: 'icon', title: t('icon'), width: 110, isCut: true, render: (row) => <Icon name={row.icon} /> },
    { key: 'url', title: t('url'), width: 150, isCut: true, render: (row) => row.url ?? '—' },
    { key: 'order', title: t('order'), width: 75, isNumber: true, render: (row) => row.orderNum },
    {
      key: 'openType',
      title: t('openType'),
      width: 110,
      isOptional: true,
      render: (row) => t(`openType.${row.openType}`),
    },
  ]
}

function Icon({ name }: { readonly name: string | null }): ReactNode {
  if (!name) return '—'
  return (
    <>
      <MenuIcon name={name} /> <span className={css.iconName}>{name.replace(/Outlined$/, '')}</span>
    </>
  )
}
