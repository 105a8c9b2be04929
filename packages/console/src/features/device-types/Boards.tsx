import { type BoardDetail, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import { type ReactNode, lazy } from 'react'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { type Column, leading } from '../../ui/table/columns.ts'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { RowButtons } from './RowButtons.tsx'
import { useText } from './text.ts'

const BoardForm = lazy(async () => ({ default: (await import('./BoardForm.tsx')).BoardForm }))

const codecs = { equipTypeId: as.number, partType: as.text, pcbCode: as.text } as const

type Asked =
  | { readonly kind: 'form'; readonly board: BoardDetail | undefined }
  | { readonly kind: 'remove'; readonly board: BoardDetail }

export function Boards(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(deviceTypeCatalogue.listBoards, { ...state.filter, ...state.paging }, { quiet: true })
  const types = useDeviceTypes()
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (board: BoardDetail) => (
    <RowButtons
      isBuiltIn={board.isBuiltIn}
      onEdit={() => ask({ kind: 'form', board })}
      onRemove={() => ask({ kind: 'remove', board })}
    />
  )
  return (
    <ListView
      screen="boards"
      label={t('tab.boards')}
      state={state}
      list={list}
      fields={[
        { kind: 'select', name: 'equipTypeId', label: t('type'), options: types.map(choiceOf) },
        { kind: 'text', name: 'partType', label: t('partCode') },
        { kind: 'text', name: 'pcbCode', label: t('boardCode') },
      ]}
      columns={useColumns()}
      rowActions={{ width: 150, render: buttons }}
      add={
        <AddButton
          use={deviceTypeCatalogue.saveBoard}
          onClick={() => ask({ kind: 'form', board: undefined })}
        />
      }
    >
      {asked?.kind === 'form' && <BoardForm board={asked.board} onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={deviceTypeCatalogue.removeBoard}
          input={{ id: asked.board.id }}
          kind={t('board')}
          name={asked.board.pcbCode}
          onClose={close}
        />
      )}
    </ListView>
  )
}

function useColumns(): readonly Column<BoardDetail>[] {
  const t = useText()
  return [
    { ...leading, key: 'code', title: t('boardCode'), width: 180, render: (board) => board.pcbCode },
    { key: 'name', title: t('boardName'), width: 200, isCut: true, render: (board) => board.pcbName },
    { key: 'type', title: t('type'), width: 170, isCut: true, render: (board) => board.equipTypeName },
    { key: 'part', title: t('part'), width: 120, render: (board) => board.partType },
    { key: 'applyTo', title: t('applyTo'), width: 220, isCut: true, render: (board) => board.applyTo },
  ]
}
