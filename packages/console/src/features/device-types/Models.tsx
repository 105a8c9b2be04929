import { type Model, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { ModelParts } from './ModelParts.tsx'
import { RowButtons } from './RowButtons.tsx'
import { useText } from './text.ts'

const ModelForm = lazy(async () => ({ default: (await import('./ModelForm.tsx')).ModelForm }))

const codecs = { equipTypeId: as.number, name: as.text } as const

type Asked =
  | { readonly kind: 'form'; readonly model: Model | undefined }
  | { readonly kind: 'remove'; readonly model: Model }

export function Models(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(deviceTypeCatalogue.listModels, { ...state.filter, ...state.paging }, { quiet: true })
  const types = useDeviceTypes()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Can use={deviceTypeCatalogue.saveModel}>
      <Button type="primary" onClick={() => setAsked({ kind: 'form', model: undefined })}>
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
          { kind: 'text', name: 'name', label: t('modelName') },
        ]}
      />
      <DataTable
        screen="device-models"
        label={t('tab.models')}
        hasIndex
        columns={useColumns(setAsked)}
        list={list}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
        expand={{ label: t('showParts'), render: (model) => <ModelParts model={model} /> }}
      />
      <Suspense>
        {asked?.kind === 'form' && (
          <ModelForm model={asked.model} equipTypeId={state.filter.equipTypeId} onClose={close} />
        )}
      </Suspense>
      {asked?.kind === 'remove' && <Remove model={asked.model} onClose={close} />}
    </>
  )
}

function useColumns(onAsk: (asked: Asked) => void): readonly Column<Model>[] {
  const t = useText()
  return [
    {
      key: 'name',
      title: t('modelName'),
      width: 220,
      fixed: 'left',
      isEssential: true,
      isCut: true,
      render: (model) => model.name,
    },
    { key: 'type', title: t('type'), width: 180, isCut: true, render: (model) => model.equipTypeName },
    { key: 'devices', title: t('devices'), width: 100, isNumber: true, render: (model) => model.deviceCount },
    {
      key: 'updatedAt',
      title: t('updatedAt'),
      width: 150,
      render: (model) => <Time at={model.updateTime} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 150,
      fixed: 'right',
      isEssential: true,
      render: (model) => (
        <RowButtons
          isBuiltIn={model.isBuiltIn}
          onEdit={() => onAsk({ kind: 'form', model })}
          onRemove={() => onAsk({ kind: 'remove', model })}
        />
      ),
    },
  ]
}

function Remove({ model, onClose }: { readonly model: Model; readonly onClose: () => void }): ReactNode {
  const t = useText()
  const remove = useAction(deviceTypeCatalogue.removeModel)
  return (
    <ConfirmDelete
      kind={t('model')}
      name={model.name}
      onConfirm={() => remove.run({ id: model.id })}
      onClose={onClose}
    />
  )
}
