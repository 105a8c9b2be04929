import {
  DeviceTypeChange,
  type TypeDetail,
  deviceTypeCatalogue,
} from '@wattkeeper/contracts/api/device-types'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { type ReactNode, useMemo, useState } from 'react'
import { Can } from '../../api/profile.tsx'
import { useAction, useData } from '../../api/queries.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/columns.ts'
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
  const state = useUrlState(codecs)
  const all = useData(deviceTypeCatalogue.listTypes, {}, { quiet: true })
  const data = useMemo(() => all.data && { rows: all.data, total: 0 }, [all.data])
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const add = (
    <Can use={deviceTypeCatalogue.saveType}>
      <Button type="primary" onClick={() => setAsked({ kind: 'form', type: undefined })}>
        {t('add')}
      </Button>
    </Can>
  )
  return (
    <>
      <DataTable
        screen="device-types"
        label={t('tab.types')}
        hasIndex
        columns={useColumns(setAsked)}
        list={{ ...all, data }}
        state={state}
        keyOf={({ id }) => id}
        actions={add}
        offer={add}
        expand={{ label: t('showParts'), render: (type) => <TypeParts type={type} /> }}
      />
      {asked?.kind === 'form' && <TypeForm type={asked.type} onClose={close} />}
      {asked?.kind === 'remove' && <Remove type={asked.type} onClose={close} />}
    </>
  )
}

function useColumns(onAsk: (asked: Asked) => void): readonly Column<TypeDetail>[] {
  const t = useText()
  const inLanguage = useNameIn()
  return [
    {
      key: 'name',
      title: t('typeName'),
      width: 220,
      fixed: 'left',
      isEssential: true,
      render: inLanguage,
    },
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
    {
      key: 'actions',
      title: t('actions'),
      width: 150,
      fixed: 'right',
      isEssential: true,
      render: (type) => (
        <RowButtons
          isBuiltIn={type.isBuiltIn}
          onEdit={() => onAsk({ kind: 'form', type })}
          onRemove={() => onAsk({ kind: 'remove', type })}
        />
      ),
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

function Remove({ type, onClose }: { readonly type: TypeDetail; readonly onClose: () => void }): ReactNode {
  const t = useText()
  const inLanguage = useNameIn()
  const remove = useAction(deviceTypeCatalogue.removeType)
  return (
    <ConfirmDelete
      kind={t('type')}
      name={inLanguage(type)}
      onConfirm={() => remove.run({ id: type.id })}
      onClose={onClose}
    />
  )
}
