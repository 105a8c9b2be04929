import { type Organization, organizations } from '@wattkeeper/contracts/api/organizations'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can, useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
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
  const state = useUrlState(codecs)
  const list = useData(organizations.list, { ...state.filter, ...state.paging }, { quiet: true })
  const [open, setOpen] = useState<{ readonly manufacturer: Organization | undefined }>()
  const add = (
    <Can use={organizations.create}>
      <Button type="primary" onClick={() => setOpen({ manufacturer: undefined })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar
        state={state}
        fields={[
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'text', name: 'code', label: t('code') },
        ]}
      />
      <DataTable
        screen="manufacturers"
        label={t('list')}
        hasIndex
        columns={useColumns((manufacturer) => setOpen({ manufacturer }))}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>
        {open && <ManufacturerForm manufacturer={open.manufacturer} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

function useColumns(onEdit: (manufacturer: Organization) => void): readonly Column<Organization>[] {
  const t = useText()
  const may = useMay()
  const optional = { isOptional: true, isCut: true, width: 150 } as const
  return [
    {
      key: 'name',
      title: t('name'),
      width: 220,
      fixed: 'left',
      isEssential: true,
      isCut: true,
      render: (row) => row.name,
    },
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
    ...(may(organizations.rename)
      ? [
          {
            key: 'actions',
            title: t('actions'),
            width: 90,
            fixed: 'right',
            isEssential: true,
            render: (row: Organization) => (
              <Button type="link" size="small" onClick={() => onEdit(row)}>
                {t('edit')}
              </Button>
            ),
          } as const,
        ]
      : []),
  ]
}
