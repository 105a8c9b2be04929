import { type Entry, dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import { type ReactNode, lazy } from 'react'
import { useMay } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { Tag } from '../../ui/Tag.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton, EditButton, RemoveButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useEntryColumns } from './entry-columns.tsx'
import { useText } from './text.ts'
import { useLists } from './useLists.ts'

const EntryForm = lazy(async () => ({ default: (await import('./EntryForm.tsx')).EntryForm }))

const codecs = { code: as.text, name: as.text, type: as.text } as const

type Asked =
  | { readonly kind: 'form'; readonly entry: Entry | undefined }
  | { readonly kind: 'remove'; readonly entry: Entry }

export function Page(): ReactNode {
  const t = useText()
  const may = useMay()
  const state = useUrlState(codecs)
  const list = useData(dictionaryEntries.list, { ...state.filter, ...state.paging }, { quiet: true })
  const lists = useLists()
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (entry: Entry) => <Buttons entry={entry} onAsk={ask} />
  return (
    <ListView
      screen="dictionary"
      label={t('list')}
      state={state}
      list={list}
      fields={[
        { kind: 'text', name: 'code', label: t('code') },
        { kind: 'text', name: 'name', label: t('name') },
        { kind: 'select', name: 'type', label: t('type'), width: 200, options: lists.type },
      ]}
      columns={useEntryColumns(lists)}
      rowActions={may(dictionaryEntries.update) ? { width: 150, render: buttons } : undefined}
      add={
        <AddButton use={dictionaryEntries.create} onClick={() => ask({ kind: 'form', entry: undefined })} />
      }
    >
      {asked?.kind === 'form' && (
        <EntryForm entry={asked.entry} type={state.filter.type} lists={lists} onClose={close} />
      )}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={dictionaryEntries.remove}
          input={{ id: asked.entry.id }}
          kind={t('kind')}
          name={asked.entry.name}
          onClose={close}
        />
      )}
    </ListView>
  )
}

interface ButtonsProps {
  readonly entry: Entry
  readonly onAsk: (asked: Asked) => void
}

/** What the product itself counts on is not deleted. */
function Buttons({ entry, onAsk }: ButtonsProps): ReactNode {
  const t = useText()
  return (
    <>
      <EditButton onClick={() => onAsk({ kind: 'form', entry })} />
      {entry.isFixed ? (
        <span title={t('fixedHint')}>
          <Tag>{t('fixed')}</Tag>
        </span>
      ) : (
        <RemoveButton onClick={() => onAsk({ kind: 'remove', entry })} />
      )}
    </>
  )
}
