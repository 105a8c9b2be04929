import { type Advert, adverts } from '@wattkeeper/contracts/api/adverts'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useAdvertColumns } from './advert-columns.tsx'
import { useText } from './text.ts'

const AdvertForm = lazy(async () => ({ default: (await import('./AdvertForm.tsx')).AdvertForm }))
const AdvertView = lazy(async () => ({ default: (await import('./AdvertView.tsx')).AdvertView }))
const RemoveAdvert = lazy(async () => ({ default: (await import('./RemoveAdvert.tsx')).RemoveAdvert }))

const codecs = { adName: as.text } as const

type Asked =
  | { readonly kind: 'new' }
  | { readonly kind: 'view'; readonly advert: Advert }
  | { readonly kind: 'remove'; readonly advert: Advert }

/** What is shown on the cabinets' screens, when, and on how many of them it really is. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  // screens confirm by answering a command
  const live = { live: ['commands'], quiet: true } as const
  const list = useData(adverts.list, { ...state.filter, ...state.paging }, live)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const columns = useAdvertColumns({
    onView: (advert) => setAsked({ kind: 'view', advert }),
    onRemove: (advert) => setAsked({ kind: 'remove', advert }),
  })
  const add = (
    <Can use={adverts.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'new' })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar state={state} fields={[{ kind: 'text', name: 'adName', label: t('adName') }]} />
      <DataTable
        screen="adverts"
        label={t('list')}
        hasIndex
        columns={columns}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>
        {asked?.kind === 'new' && <AdvertForm onClose={close} />}
        {asked?.kind === 'view' && <AdvertView advert={asked.advert} onClose={close} />}
        {asked?.kind === 'remove' && <RemoveAdvert advert={asked.advert} onClose={close} />}
      </Suspense>
    </>
  )
}
