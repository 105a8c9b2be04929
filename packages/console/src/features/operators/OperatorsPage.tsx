import { type Operator, operators } from '@wattkeeper/contracts/api/organizations'
import { type ReactNode, lazy } from 'react'
import { useManufacturerChoices } from '../../api/choices.ts'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, EditButton, RemoveButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { type Column, leading } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useText } from './text.ts'

const OperatorForm = lazy(async () => ({ default: (await import('./OperatorForm.tsx')).OperatorForm }))

const codecs = { organizationId: as.number, name: as.text, code: as.text } as const

type Asked =
  | { readonly kind: 'form'; readonly operator?: Operator }
  | { readonly kind: 'remove'; readonly operator: Operator }

export function Page(): ReactNode {
  const t = useText()
  const may = useMay()
  const state = useUrlState(codecs)
  const list = useData(operators.list, { ...state.filter, ...state.paging }, { quiet: true })
  const manufacturers = useManufacturerChoices()
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (operator: Operator) => (
    <>
      <EditButton onClick={() => ask({ kind: 'form', operator })} />
      <RemoveButton onClick={() => ask({ kind: 'remove', operator })} />
    </>
  )
  return (
    <ListView
      screen="operators"
      label={t('list')}
      state={state}
      list={list}
      fields={[
        { kind: 'select', name: 'organizationId', label: t('manufacturer'), options: manufacturers },
        { kind: 'text', name: 'name', label: t('name') },
        { kind: 'text', name: 'code', label: t('code') },
      ]}
      columns={useColumns()}
      rowActions={may(operators.update) ? { width: 140, render: buttons } : undefined}
      add={<AddButton use={operators.create} onClick={() => ask({ kind: 'form' })} />}
    >
      {asked?.kind === 'form' && <OperatorForm operator={asked.operator} onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={operators.remove}
          input={{ id: asked.operator.id }}
          kind={t('kind')}
          name={asked.operator.name}
          onClose={close}
        />
      )}
    </ListView>
  )
}

function useColumns(): readonly Column<Operator>[] {
  const t = useText()
  return [
    { ...leading, key: 'name', title: t('name'), width: 200, isCut: true, render: (row) => row.name },
    { key: 'code', title: t('code'), width: 120, render: (row) => row.code },
    {
      key: 'manufacturer',
      title: t('manufacturer'),
      width: 200,
      isCut: true,
      render: (row) => row.organizationName ?? '—',
    },
    {
      key: 'updatedBy',
      title: t('updatedBy'),
      width: 140,
      isCut: true,
      render: (row) => row.updateBy || '—',
    },
    { key: 'updatedAt', title: t('updatedAt'), width: 150, render: (row) => <Time at={row.updateTime} /> },
  ]
}
