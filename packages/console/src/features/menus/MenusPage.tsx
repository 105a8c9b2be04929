import { type MenuNode, menus } from '@wattkeeper/contracts/api/menus'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useMemo, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { flatten } from '../../ui/tree/keep-matching.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { type Asked, useMenuColumns } from './menu-columns.tsx'
import { rowsOf } from './menu-rules.ts'
import { useText } from './text.ts'

const MenuForm = lazy(async () => ({ default: (await import('./MenuForm.tsx')).MenuForm }))

const codecs = { name: as.text } as const

/** The tree that everybody's menu is made of. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const tree = useData(menus.tree, state.filter, { quiet: true })
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const columns = useMenuColumns(setAsked)
  const data = useMemo(() => tree.data && { rows: rowsOf(tree.data), total: 0 }, [tree.data])
  const add = (
    <Can use={menus.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'add', parentId: 0 })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar state={state} fields={[{ kind: 'text', name: 'name', label: t('name') }]} />
      <DataTable
        screen="menus"
        label={t('list')}
        treeLabel={t('unfold')}
        columns={columns}
        list={{ ...tree, data }}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>
        {(asked?.kind === 'add' || asked?.kind === 'edit') && <Form asked={asked} onClose={close} />}
      </Suspense>
      {asked?.kind === 'remove' && <Remove id={asked.id} name={asked.name} onClose={close} />}
    </>
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

interface RemoveProps {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

function Remove({ id, name, onClose }: RemoveProps): ReactNode {
  const t = useText()
  const remove = useAction(menus.remove, { alsoRefresh: ['session'] })
  return (
    <ConfirmDelete
      kind={t('kind')}
      name={name}
      said={t('removeSaid')}
      onConfirm={() => remove.run({ id })}
      onClose={onClose}
    />
  )
}
