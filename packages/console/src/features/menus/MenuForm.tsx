import { MenuChange, type MenuNode, NewMenu, menus } from '@wattkeeper/contracts/api/menus'
import type { FormInstance } from 'antd/es/form'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { MenuFields } from './MenuFields.tsx'
import { type MenuValues, consequences } from './menu-rules.ts'
import { useText } from './text.ts'

interface Props {
  /** Absent: a new one below `parentId`. */
  readonly menu: MenuNode | undefined
  readonly parentId: number
  readonly tree: readonly MenuNode[]
  readonly onClose: () => void
}

const width = 640
/** Everybody's menu comes with the profile. */
const owners = ['session']

const follow = (changed: MenuValues, form: FormInstance<MenuValues>): void =>
  form.setFieldsValue(consequences(changed, form.getFieldsValue()))

export function MenuForm({ menu, parentId, tree, onClose }: Props): ReactNode {
  return menu ? (
    <Edit menu={menu} tree={tree} onClose={onClose} />
  ) : (
    <Add parentId={parentId} tree={tree} onClose={onClose} />
  )
}

function Add({ parentId, tree, onClose }: Omit<Props, 'menu'>): ReactNode {
  const t = useText()
  const create = useAction(menus.create, { inForm: true, alsoRefresh: owners })
  const last = Math.max(0, ...siblings(tree, parentId).map(({ orderNum }) => orderNum))
  return (
    <FormDialog
      title={t('addTitle')}
      schema={NewMenu}
      initial={{ parentId, type: 'C', openType: 0, orderNum: last + 1, icon: null }}
      confirm={({ name }) => t('addConfirm', { name })}
      onSubmit={create.run}
      onChange={follow}
      onClose={onClose}
      width={width}
    >
      <MenuFields menu={undefined} tree={tree} />
    </FormDialog>
  )
}

function Edit({ menu, tree, onClose }: Omit<Props, 'parentId'> & { readonly menu: MenuNode }): ReactNode {
  const t = useText()
  const update = useAction(menus.update, { inForm: true, alsoRefresh: owners })
  const { id, version, parentId, name, nameEn, type, openType, path, url, orderNum, remark, icon } = menu
  return (
    <FormDialog
      title={t('editTitle')}
      schema={MenuChange}
      initial={{ parentId, name, nameEn, type, openType, path, url, orderNum, remark, icon }}
      fixed={{ id, version }}
      confirm={(values) => t('editConfirm', { name: values.name })}
      onSubmit={update.run}
      onChange={follow}
      onClose={onClose}
      width={width}
    >
      <MenuFields menu={menu} tree={tree} />
    </FormDialog>
  )
}

const siblings = (tree: readonly MenuNode[], parentId: number): readonly MenuNode[] =>
  parentId === 0 ? tree : (tree.find(({ id }) => id === parentId)?.children ?? [])
