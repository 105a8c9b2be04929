import { type Role, roles } from '@wattkeeper/contracts/api/roles'
import { type ReactNode, lazy } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { type Asked, RowActions } from './RowActions.tsx'
import { useRoleColumns } from './role-columns.tsx'
import { useText } from './text.ts'

const RoleDialogs = lazy(async () => ({ default: (await import('./RoleDialogs.tsx')).RoleDialogs }))

const codecs = { name: as.text } as const

export function Page(): ReactNode {
  const t = useText()
  const may = useMay()
  const state = useUrlState(codecs)
  const list = useData(roles.list, { ...state.filter, ...state.paging }, { quiet: true })
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (role: Role) => <RowActions role={role} onAsk={ask} />
  return (
    <ListView
      screen="roles"
      label={t('list')}
      state={state}
      list={list}
      fields={[{ kind: 'text', name: 'name', label: t('name') }]}
      columns={useRoleColumns()}
      rowActions={may(roles.update) ? { width: 200, render: buttons } : undefined}
      add={<AddButton use={roles.create} onClick={() => ask({ kind: 'form', role: undefined })} />}
    >
      {asked && <RoleDialogs asked={asked} onClose={close} />}
    </ListView>
  )
}
