import { type HardwareVersion, hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { codecs, useFilterFields } from './filter-fields.ts'
import { useText } from './text.ts'
import { useVersionColumns } from './version-columns.tsx'

const VersionForm = lazy(async () => ({ default: (await import('./VersionForm.tsx')).VersionForm }))
const RemoveVersion = lazy(async () => ({ default: (await import('./RemoveVersion.tsx')).RemoveVersion }))

type Asked = { readonly kind: 'form' } | { readonly kind: 'remove'; readonly version: HardwareVersion }

/** The hardware versions of the parts of each model. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(hardwareVersions.list, { ...state.filter, ...state.paging }, { quiet: true })
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Can use={hardwareVersions.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'form' })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar state={state} fields={useFilterFields(state.filter)} />
      <DataTable
        screen="hardware-versions"
        label={t('list')}
        hasIndex
        columns={useVersionColumns((version) => setAsked({ kind: 'remove', version }))}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>
        {/* mounted anew each time: what was entered before, and its lists, are gone */}
        {asked?.kind === 'form' && <VersionForm onClose={close} />}
        {asked?.kind === 'remove' && <RemoveVersion version={asked.version} onClose={close} />}
      </Suspense>
    </>
  )
}
