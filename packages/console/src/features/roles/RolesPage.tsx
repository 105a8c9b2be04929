import { roles } from '@wattkeeper/contracts/api/roles'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { type Asked, useRoleColumns } from './role-columns.tsx'
import { useText } from './text.ts'

const RoleDialogs = lazy(async () => ({ default: (await import('./RoleDialogs.tsx')).RoleDialogs }))

const codecs = { name: as.text } as const

export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(roles.list, { ...state.filter, ...state.paging }, { quiet: true })
  const [asked, setAsked] = useState<Asked>()
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
      <Suspense>{asked && <RoleDialogs asked={asked} onClose={() => setAsked(undefined)} />}</Suspense>
    </>
  )
}
