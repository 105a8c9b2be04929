import { type Operator, operators } from '@wattkeeper/contracts/api/organizations'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { useManufacturerChoices } from '../../api/choices.ts'
import { Can, useMay } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useText } from './text.ts'

const OperatorForm = lazy(async () => ({ default: (await import('./OperatorForm.tsx')).OperatorForm }))
const ConfirmDelete = lazy(async () => ({
  default: (await import('../../ui/form/ConfirmDelete.tsx')).ConfirmDelete,
}))

const codecs = { organizationId: as.number, name: as.text, code: as.text } as const

type Asked =
  | { readonly kind: 'form'; readonly operator?: Operator }
  | { readonly kind: 'remove'; readonly operator: Operator }

export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(operators.list, { ...state.filter, ...state.paging }, { quiet: true })
  const manufacturers = useManufacturerChoices()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Can use={operators.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'form' })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar
        state={state}
        fields={[
          { kind: 'select', name: 'organizationId', label: t('manufacturer'), options: manufacturers },
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'text', name: 'code', label: t('code') },
        ]}
      />
      <DataTable
        screen="operators"
        label={t('list')}
        hasIndex
        columns={useColumns(setAsked)}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>
        {asked?.kind === 'form' && <OperatorForm operator={asked.operator} onClose={close} />}
        {asked?.kind === 'remove' && <Remove operator={asked.operator} onClose={close} />}
      </Suspense>
    </>
  )
}

function Remove({
  operator,
  onClose,
}: {
  readonly operator: Operator
  readonly onClose: () => void
}): ReactNode {
  const t = useText()
  const remove = useAction(operators.remove)
  return (
    <ConfirmDelete
      kind={t('kind')}
      name={operator.name}
      onConfirm={() => remove.run({ id: operator.id })}
      onClose={onClose}
    />
  )
}

function useColumns(onAsk: (asked: Asked) => void): readonly Column<Operator>[] {
  const t = useText()
  const may = useMay()
  const columns: readonly Column<Operator>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 200,
      fixed: 'left',
      isEssential: true,
      isCut: true,
      render: (row) => row.name,
    },
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
  if (!may(operators.update)) return columns
  const actions = (operator: Operator) => (
    <>
      <Button type="link" size="small" onClick={() => onAsk({ kind: 'form', operator })}>
        {t('edit')}
      </Button>
      <Button type="link" size="small" danger onClick={() => onAsk({ kind: 'remove', operator })}>
        {t('remove')}
      </Button>
    </>
  )
  return [
    ...columns,
    { key: 'actions', title: t('actions'), width: 140, fixed: 'right', isEssential: true, render: actions },
  ]
}
