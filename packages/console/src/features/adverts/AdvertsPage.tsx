import { type Advert, adverts } from '@wattkeeper/contracts/api/adverts'
import { type ReactNode, lazy } from 'react'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, RemoveButton, RowButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useAdvertColumns } from './advert-columns.tsx'
import { useText } from './text.ts'

const AdvertForm = lazy(async () => ({ default: (await import('./AdvertForm.tsx')).AdvertForm }))
const AdvertView = lazy(async () => ({ default: (await import('./AdvertView.tsx')).AdvertView }))
const RemoveAdvert = lazy(async () => ({ default: (await import('./RemoveAdvert.tsx')).RemoveAdvert }))

const codecs = { adName: as.text } as const
// screens confirm by answering a command
const live = { live: ['commands'], quiet: true } as const

type Asked = { readonly kind: 'new' } | { readonly kind: 'view' | 'remove'; readonly advert: Advert }

/** What is shown on the cabinets' screens, when, and on how many of them it really is. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(adverts.list, { ...state.filter, ...state.paging }, live)
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (advert: Advert) => (
    <>
      <RowButton onClick={() => ask({ kind: 'view', advert })}>{t('view')}</RowButton>
      <RemoveButton use={adverts.remove} onClick={() => ask({ kind: 'remove', advert })} />
    </>
  )
  return (
    <ListView
      screen="adverts"
      label={t('list')}
      state={state}
      list={list}
      fields={[{ kind: 'text', name: 'adName', label: t('adName') }]}
      columns={useAdvertColumns()}
      rowActions={{ width: 130, render: buttons }}
      add={<AddButton use={adverts.create} onClick={() => ask({ kind: 'new' })} />}
    >
      {asked?.kind === 'new' && <AdvertForm onClose={close} />}
      {asked?.kind === 'view' && <AdvertView advert={asked.advert} onClose={close} />}
      {asked?.kind === 'remove' && <RemoveAdvert advert={asked.advert} onClose={close} />}
    </ListView>
  )
}
