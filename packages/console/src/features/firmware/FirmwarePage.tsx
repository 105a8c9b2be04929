import { type SoftwareVersion, firmware } from '@wattkeeper/contracts/api/firmware'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { codecs, useFilterFields } from './filter-fields.ts'
import { useFirmwareColumns } from './firmware-columns.tsx'
import { useText } from './text.ts'

const FirmwareForm = lazy(async () => ({ default: (await import('./FirmwareForm.tsx')).FirmwareForm }))
const JsonView = lazy(async () => ({ default: (await import('./JsonView.tsx')).JsonView }))
const Approve = lazy(async () => ({ default: (await import('./Approve.tsx')).Approve }))
const RemoveFirmware = lazy(async () => ({ default: (await import('./RemoveFirmware.tsx')).RemoveFirmware }))
const SigningKeys = lazy(async () => ({ default: (await import('./SigningKeys.tsx')).SigningKeys }))

export type Deed = 'json' | 'edit' | 'approve' | 'remove'
type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'keys' }
  | { readonly kind: Deed; readonly version: SoftwareVersion }

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
  const [asked, setAsked] = useState<Asked>()
  const columns = useFirmwareColumns(
    (kind, version) => setAsked({ kind, version }),
    list.data?.rows.some(({ isApproved }) => !isApproved) ?? false,
  )
  const add = (
    <Can use={firmware.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'add' })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar state={state} fields={useFilterFields(state.filter)} />
      <DataTable
        screen="firmware"
        label={t('list')}
        hasIndex
        columns={columns}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={
          <>
            {add}
            <Can use={firmware.rotateKey}>
              <Button onClick={() => setAsked({ kind: 'keys' })}>{t('keys')}</Button>
            </Can>
          </>
        }
        offer={add}
      />
      <Suspense>{asked && <Dialog asked={asked} onClose={() => setAsked(undefined)} />}</Suspense>
    </>
  )
}

function Dialog({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }): ReactNode {
  switch (asked.kind) {
    case 'add':
      return <FirmwareForm version={undefined} onClose={onClose} />
    case 'edit':
      return <FirmwareForm version={asked.version} onClose={onClose} />
    case 'json':
      return <JsonView version={asked.version} onClose={onClose} />
    case 'approve':
      return <Approve version={asked.version} onClose={onClose} />
    case 'remove':
      return <RemoveFirmware version={asked.version} onClose={onClose} />
    case 'keys':
      return <SigningKeys onClose={onClose} />
  }
}
