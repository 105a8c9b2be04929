import { menus } from '@wattkeeper/contracts/api/menus'
import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useNameIn } from '../../i18n/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import { MenuIcon } from '../../ui/icon/MenuIcon.tsx'
import type { Column } from '../../ui/table/columns.ts'
import type { MenuRow } from './menu-rules.ts'
import { useText } from './text.ts'
import css from './menus.module.css'

export type Asked =
  | { readonly kind: 'add'; readonly parentId: number }
  | { readonly kind: 'edit'; readonly id: number }
  | { readonly kind: 'remove'; readonly id: number; readonly name: string }

type OnAsk = (asked: Asked) => void

const tones = { M: 'info', C: 'good', F: 'idle' } as const

export function useMenuColumns(onAsk: OnAsk): readonly Column<MenuRow>[] {
  const t = useText()
  const may = useMay()
  const nameOf = useNameIn()
  const columns: readonly Column<MenuRow>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 225,
      fixed: 'left',
      isEssential: true,

      render: nameOf,
    },
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
  if (!may(menus.update)) return columns
  const actions = (row: MenuRow) => <Actions row={row} name={nameOf(row)} onAsk={onAsk} />
  return [
    ...columns,
    { key: 'actions', title: t('actions'), width: 205, fixed: 'right', isEssential: true, render: actions },
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

interface ActionsProps {
  readonly row: MenuRow
  readonly name: string
  readonly onAsk: OnAsk
}

/** Only groups have something below them. */
function Actions({ row: { id, type }, name, onAsk }: ActionsProps): ReactNode {
  const t = useText()
  return (
    <>
      {type === 'M' && (
        <Button type="link" size="small" onClick={() => onAsk({ kind: 'add', parentId: id })}>
          {t('addChild')}
        </Button>
      )}
      <Button type="link" size="small" onClick={() => onAsk({ kind: 'edit', id })}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" danger onClick={() => onAsk({ kind: 'remove', id, name })}>
        {t('remove')}
      </Button>
    </>
  )
}
