import { type Organization, organizations } from '@wattkeeper/contracts/api/organizations'
import { type ReactNode, lazy } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, EditButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useText } from './text.ts'

const ManufacturerForm = lazy(async () => ({
  default: (await import('./ManufacturerForm.tsx')).ManufacturerForm,
}))

const codecs = { name: as.text, code: as.text } as const

/** Manufacturers are added and renamed; what belongs to them keeps them for ever. */
export function Page(): ReactNode {
  const t = useText()
  const may = useMay()
  const state = useUrlState(codecs)
  const list = useData(organizations.list, { ...state.filter, ...state.paging }, { quiet: true })
  const { asked, ask, close } = useAsked<{ readonly manufacturer: Organization | undefined }>()
  const buttons = (manufacturer: Organization) => <EditButton onClick={() => ask({ manufacturer })} />
  return (
    <ListView
      screen="manufacturers"
      label={t('list')}
      state={state}
      list={list}
      fields={[
        { kind: 'text', name: 'name', label: t('name') },
        { kind: 'text', name: 'code', label: t('code') },
      ]}
      columns={useColumns()}
      rowActions={may(organizations.rename) ? { width: 90, render: buttons } : undefined}
      add={<AddButton use={organizations.create} onClick={() => ask({ manufacturer: undefined })} />}
    >
      {asked && <ManufacturerForm manufacturer={asked.manufacturer} onClose={close} />}
    </ListView>
  )
}

function useColumns(): readonly Column<Organization>[] {
  const t = useText()
  const optional = { isOptional: true, isCut: true, width: 150 } as const
  return [
    { ...leading, key: 'name', title: t('name'), width: 220, isCut: true, render: (row) => row.name },
    { key: 'code', title: t('code'), width: 120, render: (row) => row.code },
    {
      key: 'updatedBy',
      title: t('updatedBy'),
      width: 140,
      isCut: true,
      render: (row) => row.updateBy || '—',
    },
    { key: 'updatedAt', title: t('updatedAt'), width: 150, render: (row) => <Time at={row.updateTime} /> },
    { ...optional, key: 'leader', title: t('leader'), render: (row) => row.leader || '—' },
    { ...optional, key: 'phone', title: t('phone'), render: (row) => row.phone || '—' },
    { ...optional, key: 'email', title: t('email'), render: (row) => row.email || '—' },
    { ...optional, key: 'remark', title: t('remark'), width: 200, render: (row) => row.remark || '—' },
  ]
}
