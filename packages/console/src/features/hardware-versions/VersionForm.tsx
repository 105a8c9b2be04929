import { NewHardwareVersion, hardwareVersions } from '@wattkeeper/contracts/api/hardware-versions'
import { deviceTypes } from '@wattkeeper/contracts/api/reference'
import Form, { type FormInstance } from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { useAction, useData } from '../../api/queries.ts'
import { Field } from '../../ui/form/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useText } from './text.ts'

/** The models and parts of one device type are not those of another. */
const follow = (changed: Readonly<Record<string, unknown>>, form: FormInstance): void => {
  if ('equipType' in changed) form.resetFields(['equipModelId', 'partType'])
}

export function VersionForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText()
  const create = useAction(hardwareVersions.create, { inForm: true })
  return (
    <FormDialog
      title={t('addTitle')}
      schema={NewHardwareVersion}
      confirm={({ versionName: name }) => t('addConfirm', { name })}
      onSubmit={create.run}
      onChange={follow}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>
  )
}

/** What a device type has, read anew for each choice of it. */
function useListsOf(equipTypeId: number | undefined) {
  const options = { enabled: equipTypeId !== undefined }
  const input = equipTypeId === undefined ? {} : { equipTypeId }
  const models = useData(deviceTypes.models, input, options)
  const parts = useData(deviceTypes.parts, input, options)
  if (equipTypeId === undefined) return { models: [], parts: [] }
  return {
    // those of the type before are not offered for this one
    models: models.isOld ? [] : (models.data ?? []).map(choiceOf),
    parts: parts.isOld
      ? []
      : (parts.data ?? []).map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
  }
}

function Fields(): ReactNode {
  const t = useText()
  const types = useDeviceTypes()
  const typeId: unknown = Form.useWatch('equipType')
  const chosen = typeof typeId === 'number' ? typeId : undefined
  const { models, parts } = useListsOf(chosen)
  const waiting = chosen === undefined ? { disabled: true, placeholder: t('typeFirst') } : {}
  return (
    <>
      <Field name="equipType" label={t('type')}>
        <Select autoFocus showSearch={{ optionFilterProp: 'label' }} options={types.map(choiceOf)} />
      </Field>
      <Field name="equipModelId" label={t('model')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={models} {...waiting} />
      </Field>
      <Field name="partType" label={t('part')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={parts} {...waiting} />
      </Field>
      <Field name="versionName" label={t('versionName')}>
        <Input />
      </Field>
      <Field name="versionCode" label={t('versionCode')}>
        <Input spellCheck={false} />
      </Field>
      <Field name="versionNote" label={t('versionNote')}>
        <Input.TextArea rows={3} />
      </Field>
    </>
  )
}
