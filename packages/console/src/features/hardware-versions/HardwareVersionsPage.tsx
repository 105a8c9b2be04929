import { type HardwareVersion, hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import { type ReactNode, lazy } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, RemoveButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
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
  const may = useMay()
  const state = useUrlState(codecs)
  const list = useData(hardwareVersions.list, { ...state.filter, ...state.paging }, { quiet: true })
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (version: HardwareVersion) => (
    <RemoveButton onClick={() => ask({ kind: 'remove', version })} />
  )
  return (
    <ListView
      screen="hardware-versions"
      label={t('list')}
      state={state}
      list={list}
      fields={useFilterFields(state.filter)}
      columns={useVersionColumns()}
      rowActions={may(hardwareVersions.remove) ? { width: 90, render: buttons } : undefined}
      add={<AddButton use={hardwareVersions.create} onClick={() => ask({ kind: 'form' })} />}
    >
      {/* mounted anew each time: what was entered before, and its lists, are gone */}
      {asked?.kind === 'form' && <VersionForm onClose={close} />}
      {asked?.kind === 'remove' && <RemoveVersion version={asked.version} onClose={close} />}
    </ListView>
  )
}
