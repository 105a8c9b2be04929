import { type Role, roles } from '@wattkeeper/contracts/api/roles'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { type Asked, useRoleColumns } from './role-columns.tsx'
import { useText } from './text.ts'

const RoleForm = lazy(async () => ({ default: (await import('./RoleForm.tsx')).RoleForm }))

const codecs = { name: as.text } as const

export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(roles.list, { ...state.filter, ...state.paging }, { quiet: true })
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const columns = useRoleColumns(setAsked)
  const add = (
    <Can use={roles.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'form', role: undefined })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar state={state} fields={[{ kind: 'text', name: 'name', label: t('name') }]} />
      <DataTable
        screen="roles"
        label={t('list')}
        hasIndex
        columns={columns}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>{asked?.kind === 'form' && <RoleForm role={asked.role} onClose={close} />}</Suspense>
      {asked?.kind === 'remove' && <Remove role={asked.role} onClose={close} />}
      {asked?.kind === 'factor' && <Factor role={asked.role} onClose={close} />}
    </>
  )
}

interface BoxProps {
  readonly role: Role
  readonly onClose: () => void
}

function Remove({ role, onClose }: BoxProps): ReactNode {
  const t = useText()
  const remove = useAction(roles.remove)
  return (
    <ConfirmDelete
      kind={t('kind')}
      name={role.name}
      onConfirm={() => remove.run({ id: role.id })}
      onClose={onClose}
    />
  )
}

function Factor({ role, onClose }: BoxProps): ReactNode {
  const t = useText()
  const set = useAction(roles.setSecondFactor, { alsoRefresh: ['session'] })
  const { id, name, needsSecondFactor } = role
  return (
    <ConfirmBox onConfirm={() => set.run({ id, isRequired: !needsSecondFactor })} onClose={onClose}>
      {t(needsSecondFactor ? 'factor.releaseConfirm' : 'factor.demandConfirm', { name })}
    </ConfirmBox>
  )
}
