import { type Model, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import { type ReactNode, Suspense, lazy } from 'react'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { type Column, leading } from '../../ui/table/columns.ts'
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
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (model: Model) => (
    <RowButtons
      isBuiltIn={model.isBuiltIn}
      onEdit={() => ask({ kind: 'form', model })}
      onRemove={() => ask({ kind: 'remove', model })}
    />
  )
  return (
    <ListView
      screen="device-models"
      label={t('tab.models')}
      state={state}
      list={list}
      fields={[
        { kind: 'select', name: 'equipTypeId', label: t('type'), options: types.map(choiceOf) },
        { kind: 'text', name: 'name', label: t('modelName') },
      ]}
      columns={useColumns()}
      rowActions={{ width: 150, render: buttons }}
      add={
        <AddButton
          use={deviceTypeCatalogue.saveModel}
          onClick={() => ask({ kind: 'form', model: undefined })}
        />
      }
      expand={{ label: t('showParts'), render: (model) => <Parts of={model} /> }}
    >
      {asked && <ModelDialogs asked={asked} equipTypeId={state.filter.equipTypeId} onClose={close} />}
    </ListView>
  )
}

const Parts = ({ of: model }: { readonly of: Model }): ReactNode => (
  <Suspense>
    <ModelParts model={model} />
  </Suspense>
)

function useColumns(): readonly Column<Model>[] {
  const t = useText()
  return [
    { ...leading, key: 'name', title: t('modelName'), width: 220, isCut: true, render: useNameIn() },
    { key: 'type', title: t('type'), width: 180, isCut: true, render: (model) => model.equipTypeName },
    { key: 'devices', title: t('devices'), width: 100, isNumber: true, render: (model) => model.deviceCount },
    {
      key: 'updatedAt',
      title: t('updatedAt'),
      width: 150,
      render: (model) => <Time at={model.updateTime} />,
    },
  ]
}
