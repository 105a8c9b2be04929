import {
  DeviceTypeChange,
  type TypeDetail,
  deviceTypeCatalogue,
} from '@wattkeeper/contracts/api/device-types'
import Input from 'antd/es/input'
import { type ReactNode, useMemo } from 'react'
import { useAction, useData } from '../../api/queries.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { AddButton } from '../../ui/list/buttons.tsx'
import { useAsked } from '../../ui/list/useAsked.ts'
import { type Column, leading } from '../../ui/table/columns.ts'
import { useUrlState } from '../../ui/url/useUrlState.ts'
import { RowButtons } from './RowButtons.tsx'
import { TypeParts } from './TypeParts.tsx'
import { useNameIn } from '../../i18n/i18n.ts'
import { useText } from './text.ts'

type Asked =
  | { readonly kind: 'form'; readonly type: TypeDetail | undefined }
  | { readonly kind: 'remove'; readonly type: TypeDetail }

const codecs = {} as const

/** A dozen at most: the list comes whole. */
export function Types(): ReactNode {
  const t = useText()
  const inLanguage = useNameIn()
  const state = useUrlState(codecs)
  const all = useData(deviceTypeCatalogue.listTypes, {}, { quiet: true })
  const data = useMemo(() => all.data && { rows: all.data, total: 0 }, [all.data])
  const { asked, ask, close } = useAsked<Asked>()
  const buttons = (type: TypeDetail) => (
    <RowButtons
      isBuiltIn={type.isBuiltIn}
      onEdit={() => ask({ kind: 'form', type })}
      onRemove={() => ask({ kind: 'remove', type })}
    />
  )
  return (
    <ListView
      screen="device-types"
      label={t('tab.types')}
      state={state}
      list={{ ...all, data }}
      columns={useColumns()}
      rowActions={{ width: 150, render: buttons }}
      add={
        <AddButton
          use={deviceTypeCatalogue.saveType}
          onClick={() => ask({ kind: 'form', type: undefined })}
        />
      }
      expand={{ label: t('showParts'), render: (type) => <TypeParts type={type} /> }}
    >
      {asked?.kind === 'form' && <TypeForm type={asked.type} onClose={close} />}
      {asked?.kind === 'remove' && (
        <ConfirmDelete
          route={deviceTypeCatalogue.removeType}
          input={{ id: asked.type.id }}
          kind={t('type')}
          name={inLanguage(asked.type)}
          onClose={close}
        />
      )}
    </ListView>
  )
}

function useColumns(): readonly Column<TypeDetail>[] {
  const t = useText()
  const inLanguage = useNameIn()
  return [
    { ...leading, key: 'name', title: t('typeName'), width: 220, render: inLanguage },
    { key: 'code', title: t('typeCode'), width: 180, render: (type) => type.code },
    {
      key: 'models',
      title: t('models'),
      width: 100,
      isNumber: true,
      render: (type) => type.modelCount,
    },
    {
      key: 'parts',
      title: t('parts'),
      width: 360,
      isCut: true,
      render: (type) => type.parts.map(inLanguage).join('、') || '—',
    },
  ]
}

interface FormProps {
  readonly type: TypeDetail | undefined
  readonly onClose: () => void
}

function TypeForm({ type, onClose }: FormProps): ReactNode {
  const t = useText()
  const save = useAction(deviceTypeCatalogue.saveType, { inForm: true, alsoRefresh: ['devices'] })
  const kind = t('type')
  return (
    <FormDialog
      title={t(type ? 'editTitle' : 'addTitle', { kind })}
      schema={DeviceTypeChange}
      initial={type ? { name: type.name, nameEn: type.nameEn, code: type.code } : {}}
      fixed={type ? { id: type.id, version: type.version } : {}}
      confirm={({ name }) => t(type ? 'editConfirm' : 'addConfirm', { kind, name })}
      onSubmit={save.run}
      onClose={onClose}
    >
      <Field name="name" label={t('typeName')}>
        <Input autoFocus />
      </Field>
      <Field name="nameEn" label={t('nameEn')}>
        <Input />
      </Field>
      <Field name="code" label={t('typeCode')}>
        <Input spellCheck={false} />
      </Field>
    </FormDialog>
  )
}
