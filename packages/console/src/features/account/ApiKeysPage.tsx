import { type ApiKey, apiKeys } from '@wattkeeper/contracts/api/api-keys'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { Tag } from '../../ui/Tag.tsx'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useKeyColumns } from './key-columns.tsx'
import { useText } from './text.ts'
import css from './account.module.css'

const ApiKeyForm = lazy(async () => ({ default: (await import('./ApiKeyForm.tsx')).ApiKeyForm }))

const codecs = { name: as.text } as const

/** Keys with which programs act in the name of whoever made them. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(apiKeys.list, { ...state.filter, ...state.paging }, { quiet: true })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<ApiKey>()
  const add = (
    <Can use={apiKeys.create}>
      <Button type="primary" onClick={() => setAdding(true)}>
        {t('key.add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar state={state} fields={[{ kind: 'text', name: 'name', label: t('key.name') }]} />
      <DataTable
        screen="api-keys"
        label={t('key.list')}
        hasIndex
        columns={useKeyColumns(setRemoved)}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
        expand={{ label: t('key.scopeShow'), render: (key) => <Scope of={key} /> }}
      />
      <Suspense>{isAdding && <ApiKeyForm onClose={() => setAdding(false)} />}</Suspense>
      {removed && <Remove of={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

const Scope = ({ of: { permissions } }: { readonly of: ApiKey }): ReactNode => (
  <ul className={css.scope}>
    {permissions.map((permission) => (
      <li key={permission}>
        <Tag>{permission}</Tag>
      </li>
    ))}
  </ul>
)

function Remove({
  of: { id, name },
  onClose,
}: {
  readonly of: ApiKey
  readonly onClose: () => void
}): ReactNode {
  const t = useText()
  const remove = useAction(apiKeys.remove)
  return (
    <ConfirmDelete
      kind={t('key.kind')}
      name={name}
      said={t('key.removeSaid')}
      onConfirm={() => remove.run({ id })}
      onClose={onClose}
    />
  )
}
