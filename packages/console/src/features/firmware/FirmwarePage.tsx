import { type SoftwareVersion, firmware } from '@wattkeeper/contracts/api/firmware'
import Button from 'antd/es/button'
import { type ReactNode, lazy } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { type Deed, RowActions } from './RowActions.tsx'
import { codecs, useFilterFields } from './filter-fields.ts'
import { useFirmwareColumns } from './firmware-columns.tsx'
import { useText } from './text.ts'

const FirmwareForm = lazy(async () => ({ default: (await import('./FirmwareForm.tsx')).FirmwareForm }))
const JsonView = lazy(async () => ({ default: (await import('./JsonView.tsx')).JsonView }))
const Approve = lazy(async () => ({ default: (await import('./Approve.tsx')).Approve }))
const RemoveFirmware = lazy(async () => ({ default: (await import('./RemoveFirmware.tsx')).RemoveFirmware }))
const SigningKeys = lazy(async () => ({ default: (await import('./SigningKeys.tsx')).SigningKeys }))

type Asked = { readonly kind: 'add' | 'keys' } | { readonly kind: Deed; readonly version: SoftwareVersion }

/** The firmware that the platform holds: what can be sent to which board. */
export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const { partTypes, ...filter } = state.filter
  const list = useData(
    firmware.list,
    { ...filter, ...(partTypes && { partTypes: [...partTypes] }), ...state.paging },
    { quiet: true },
  )
  const { asked, ask, close } = useAsked<Asked>()
  // one that waits for approval has one more button
  const hasWaiting = list.data?.rows.some(({ isApproved }) => !isApproved) ?? false
  const buttons = (version: SoftwareVersion) => (
    <RowActions version={version} onDeed={(kind) => ask({ kind, version })} />
  )
  return (
    <ListView
      screen="firmware"
      label={t('list')}
      state={state}
      list={list}
      fields={useFilterFields(state.filter)}
      columns={useFirmwareColumns()}
      rowActions={{ width: hasWaiting ? 265 : 195, render: buttons }}
      add={<AddButton use={firmware.create} onClick={() => ask({ kind: 'add' })} />}
      actions={
        <Can use={firmware.rotateKey}>
          <Button onClick={() => ask({ kind: 'keys' })}>{t('keys')}</Button>
        </Can>
      }
    >
      {asked?.kind === 'add' && <FirmwareForm version={undefined} onClose={close} />}
      {asked?.kind === 'keys' && <SigningKeys onClose={close} />}
      {asked?.kind === 'edit' && <FirmwareForm version={asked.version} onClose={close} />}
      {asked?.kind === 'json' && <JsonView version={asked.version} onClose={close} />}
      {asked?.kind === 'approve' && <Approve version={asked.version} onClose={close} />}
      {asked?.kind === 'remove' && <RemoveFirmware version={asked.version} onClose={close} />}
    </ListView>
  )
}
