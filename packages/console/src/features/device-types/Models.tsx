import { type Model, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import Button from 'antd/es/button'
import { type ReactNode, Suspense, lazy, useState } from 'react'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { Can } from '../../api/profile.tsx'
import { useData } from '../../api/queries.ts'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Time } from '../../ui/time/Time.tsx'
import { as } from '../../ui/url/codecs.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { useNameIn } from '../../i18n/i18n.ts'
import type { Asked } from './ModelDialogs.tsx'
import { RowButtons } from './RowButtons.tsx'
import { useText } from './text.ts'

const ModelDialogs = lazy(async () => ({ default: (await import('./ModelDialogs.tsx')).ModelDialogs }))
const ModelParts = lazy(async () => ({ default: (await import('./ModelParts.tsx')).ModelParts }))

const codecs = { equipTypeId: as.number, name: as.text } as const

export function Models(): ReactNode {
  const t = useText()
  const state = useUrlState(codecs)
  const list = useData(deviceTypeCatalogue.listModels, { ...state.filter, ...state.paging }, { quiet: true })
  const types = useDeviceTypes()
  const [asked, setAsked] = useState<Asked>()
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
        expand={{ label: t('showParts'), render: (model) => <Parts of={model} /> }}
      />
      <Suspense>
        {asked && (
          <ModelDialogs
            asked={asked}
            equipTypeId={state.filter.equipTypeId}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

const Parts = ({ of: model }: { readonly of: Model }): ReactNode => (
  <Suspense>
    <ModelParts model={model} />
  </Suspense>
)

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
      render: useNameIn(),
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
