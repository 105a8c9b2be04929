import {
  type Model,
  ModelChange,
  type ModelDetail,
  deviceTypeCatalogue,
} from '@wattkeeper/contracts/api/device-types'
import Form, { type FormInstance } from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Spin from 'antd/es/spin'
import type { ReactNode } from 'react'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { useAction, useData } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from './text.ts'

interface Props {
  /** Absent: a new one. */
  readonly model: Model | undefined
  /** The device type that the list shows. */
  readonly equipTypeId: number | undefined
  readonly onClose: () => void
}

/** The parts of one device type are not those of another. */
const follow = (changed: Readonly<Record<string, unknown>>, form: FormInstance): void => {
  if ('equipTypeId' in changed) form.setFieldsValue({ partTypes: [] })
}

export function ModelForm({ model, equipTypeId, onClose }: Props): ReactNode {
  return model ? (
    <Edit id={model.id} onClose={onClose} />
  ) : (
    <Filled of={undefined} equipTypeId={equipTypeId} onClose={onClose} />
  )
}

function Edit({ id, onClose }: { readonly id: number; readonly onClose: () => void }): ReactNode {
  const { data } = useData(deviceTypeCatalogue.findModel, { id })
  if (!data) return <Spin fullscreen />
  return <Filled of={data} equipTypeId={data.equipTypeId} onClose={onClose} />
}

interface FilledProps extends Omit<Props, 'model'> {
  readonly of: ModelDetail | undefined
}

function Filled({ of: model, equipTypeId, onClose }: FilledProps): ReactNode {
  const t = useText()
  const save = useAction(deviceTypeCatalogue.saveModel, { inForm: true, alsoRefresh: ['devices'] })
  const kind = t('model')
  const parts = model?.hasOwnParts ? model.parts.map(({ partType }) => partType) : []
  return (
    <FormDialog
      title={t(model ? 'editTitle' : 'addTitle', { kind })}
      schema={ModelChange}
      initial={{
        ...(equipTypeId !== undefined && { equipTypeId }),
        ...(model && { name: model.name, nameEn: model.nameEn }),
        partTypes: parts,
      }}
      fixed={model ? { id: model.id, version: model.version } : {}}
      confirm={({ name }) => t(model ? 'editConfirm' : 'addConfirm', { kind, name })}
      onSubmit={save.run}
      onChange={follow}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  )
}

function Fields(): ReactNode {
  const t = useText()
  const types = useDeviceTypes()
  const typeId: unknown = Form.useWatch('equipTypeId')
  const parts = types.find(({ id }) => id === typeId)?.partTypes ?? []
  return (
    <>
      <Field name="equipTypeId" label={t('type')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={types.map(choiceOf)} />
      </Field>
      <Field name="name" label={t('modelName')}>
        <Input autoFocus />
      </Field>
      <Field name="nameEn" label={t('nameEn')}>
        <Input />
      </Field>
      <Field name="partTypes" label={t('parts')} hint={t('partsHint')}>
        <Select
          mode="multiple"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={parts.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
        />
      </Field>
    </>
  )
}
