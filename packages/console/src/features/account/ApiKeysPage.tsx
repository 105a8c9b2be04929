import { type ApiKey, apiKeys } from '@wattkeeper/contracts/api/api-keys'
import { type ReactNode, lazy } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { Tag } from '../../ui/Tag.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, RemoveButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useKeyColumns } from './key-columns.tsx'
import { useText } from './text.ts'
import css from './account.module.css'

const ApiKeyForm = lazy(async () => ({ default: (await import('./ApiKeyForm.tsx')).ApiKeyForm }))

const codecs = { name: as.text } as const

type Asked = { readonly kind: 'new' } | { readonly kind: 'remove'; readonly of: ApiKey }

/** Keys with which programs act in the name of whoever made them. */
export function Page(): ReactNode {
  const t = useText()
  const may = useMay()
  const state = useUrlState(codecs)
  const list = useData(apiKeys.list, { ...state.filter, ...state.paging }, { quiet: true })
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (key: ApiKey) => <RemoveButton onClick={() => ask({ kind: 'remove', of: key })} />
  return (
    <ListView
      screen="api-keys"
      label={t('key.list')}
      state={state}
      list={list}
      fields={[{ kind: 'text', name: 'name', label: t('key.name') }]}
      columns={useKeyColumns()}
      rowActions={may(apiKeys.remove) ? { width: 100, render: buttons } : undefined}
      add={<AddButton use={apiKeys.create} onClick={() => ask({ kind: 'new' })} />}
      expand={{ label: t('key.scopeShow'), render: (key) => <Scope of={key} /> }}
    >
      {asked?.kind === 'new' && <ApiKeyForm onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={apiKeys.remove}
          input={{ id: asked.of.id }}
          kind={t('key.kind')}
          name={asked.of.name}
          said={t('key.removeSaid')}
          onClose={close}
        />
      )}
    </ListView>
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
