import { type Entry, dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { type Asked, useEntryColumns } from './entry-columns.tsx'
import { useText } from './text.ts'
import { useLists } from './useLists.ts'

const EntryForm = lazy(async () => ({ default: (await import('./EntryForm.tsx')).EntryForm }))

const codecs = { code: as.text, name: as.text, type: as.text } as const

export function Page(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(dictionaryEntries.list, { ...state.filter, ...state.paging }, { quiet: true })
  const lists = useLists()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Can use={dictionaryEntries.create}>
      <Button type="primary" onClick={() => setAsked({ kind: 'form', entry: undefined })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar
        state={state}
        fields={[
          { kind: 'text', name: 'code', label: t('code') },
          { kind: 'text', name: 'name', label: t('name') },
          { kind: 'select', name: 'type', label: t('type'), width: 200, options: lists.type },
        ]}
      />
      <DataTable
        screen="dictionary"
        label={t('list')}
        hasIndex
        columns={useEntryColumns(lists, setAsked)}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>
        {asked?.kind === 'form' && (
          <EntryForm entry={asked.entry} type={state.filter.type} lists={lists} onClose={close} />
        )}
      </Suspense>
      {asked?.kind === 'remove' && <Remove entry={asked.entry} onClose={close} />}
    </>
  )
}

function Remove({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }): ReactNode {
  const t = useText()
  const remove = useAction(dictionaryEntries.remove)
  return (
    <ConfirmDelete
      kind={t('kind')}
      name={entry.name}
      onConfirm={() => remove.run({ id: entry.id })}
      onClose={onClose}
    />
  )
}
