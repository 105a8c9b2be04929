import { type BoardDetail, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
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
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Can use={deviceTypeCatalogue.saveBoard}>
      <Button type="primary" onClick={() => setAsked({ kind: 'form', board: undefined })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <FilterBar
        state={state}
        fields={[
          { kind: 'select', name: 'equipTypeId', label: t('type'), options: types.map(choiceOf) },
          { kind: 'text', name: 'partType', label: t('partCode') },
          { kind: 'text', name: 'pcbCode', label: t('boardCode') },
        ]}
      />
      <DataTable
        screen="boards"
        label={t('tab.boards')}
        hasIndex
        columns={useColumns(setAsked)}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
      />
      <Suspense>{asked?.kind === 'form' && <BoardForm board={asked.board} onClose={close} />}</Suspense>
      {asked?.kind === 'remove' && <Remove board={asked.board} onClose={close} />}
    </>
  )
}

function useColumns(onAsk: (asked: Asked) => void): readonly Column<BoardDetail>[] {
  const t = useText()
  return [
    {
      key: 'code',
      title: t('boardCode'),
      width: 180,
      fixed: 'left',
      isEssential: true,
      render: (board) => board.pcbCode,
    },
    { key: 'name', title: t('boardName'), width: 200, isCut: true, render: (board) => board.pcbName },
    { key: 'type', title: t('type'), width: 170, isCut: true, render: (board) => board.equipTypeName },
    { key: 'part', title: t('part'), width: 120, render: (board) => board.partType },
    { key: 'applyTo', title: t('applyTo'), width: 220, isCut: true, render: (board) => board.applyTo },
    {
      key: 'actions',
      title: t('actions'),
      width: 150,
      fixed: 'right',
      isEssential: true,
      render: (board) => (
        <RowButtons
          isBuiltIn={board.isBuiltIn}
          onEdit={() => onAsk({ kind: 'form', board })}
          onRemove={() => onAsk({ kind: 'remove', board })}
        />
      ),
    },
  ]
}

function Remove({
  board,
  onClose,
}: {
  readonly board: BoardDetail
  readonly onClose: () => void
}): ReactNode {
  const t = useText()
  const remove = useAction(deviceTypeCatalogue.removeBoard)
  return (
    <ConfirmDelete
      kind={t('board')}
      name={board.pcbCode}
      onConfirm={() => remove.run({ id: board.id })}
      onClose={onClose}
    />
  )
}
