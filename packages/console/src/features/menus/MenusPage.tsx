import { type MenuNode, menus } from '@wattkeeper/contracts/api/menus'
import { type ReactNode, lazy, useMemo } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { flatten } from '../../ui/tree/keep-matching.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { type Asked, RowActions } from './RowActions.tsx'
import { useMenuColumns } from './menu-columns.tsx'
import { type MenuRow, rowsOf } from './menu-rules.ts'
import { useText } from './text.ts'

const MenuForm = lazy(async () => ({ default: (await import('./MenuForm.tsx')).MenuForm }))

const codecs = { name: as.text } as const

/** The tree that everybody's menu is made of. */
export function Page(): ReactNode {
  const t = useText()
  const may = useMay()
  const state = useUrlState(codecs)
  const tree = useData(menus.tree, state.filter, { quiet: true })
  const data = useMemo(() => tree.data && { rows: rowsOf(tree.data), total: 0 }, [tree.data])
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (row: MenuRow) => <RowActions row={row} onAsk={ask} />
  return (
    <ListView
      screen="menus"
      label={t('list')}
      treeLabel={t('unfold')}
      state={state}
      list={{ ...tree, data }}
      fields={[{ kind: 'text', name: 'name', label: t('name') }]}
      columns={useMenuColumns()}
      rowActions={may(menus.update) ? { width: 205, render: buttons } : undefined}
      add={<AddButton use={menus.create} onClick={() => ask({ kind: 'add', parentId: 0 })} />}
    >
      {(asked?.kind === 'add' || asked?.kind === 'edit') && <Form asked={asked} onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={menus.remove}
          input={{ id: asked.id }}
          alsoRefresh={['session']}
          kind={t('kind')}
          name={asked.name}
          said={t('removeSaid')}
          onClose={close}
        />
      )}
    </ListView>
  )
}

interface FormProps {
  readonly asked: Extract<Asked, { readonly kind: 'add' | 'edit' }>
  readonly onClose: () => void
}

/** The form needs the whole tree, whatever the filter shows. */
function Form({ asked, onClose }: FormProps): ReactNode {
  const { data } = useData(menus.tree, {})
  if (!data) return null
  const menu = asked.kind === 'edit' ? nodeOf(data, asked.id) : undefined
  if (asked.kind === 'edit' && !menu) return null
  return (
    <MenuForm
      menu={menu}
      parentId={asked.kind === 'add' ? asked.parentId : 0}
      tree={data}
      onClose={onClose}
    />
  )
}

const nodeOf = (tree: readonly MenuNode[], id: number): MenuNode | undefined =>
  flatten(tree).find(({ node }) => node.id === id)?.node
