import type { Device } from '@wattkeeper/contracts/api/devices'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { type ReactNode, useState } from 'react'
import {
  modelChoices,
  useDeviceTypes,
  useManufacturerChoices,
  useOperatorChoices,
} from '../../../api/choices.ts'
import { Columns } from '../../../ui/form/Columns.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useText } from '../text.ts'
import { PlaceFields } from './PlaceFields.tsx'

const longestCode = 32
const search = { optionFilterProp: 'label' } as const

/** The fields of a device in a dialog; an edited one says what a change of its code means. */
export function DeviceFields({ device }: { readonly device?: Device }): ReactNode {
  const t = useText()
  const code = Form.useWatch<string | undefined>('code')
  const statuses = ([1, 2, 3] as const).map((value) => ({ value, label: t(`status.${value}`) }))
  const isRenamed = device !== undefined && code !== undefined && code.trim() !== device.code
  return (
    <Columns>
      <Field name="code" label={t('field.code')} hint={isRenamed ? t('form.codeChanges') : undefined}>
        <Input maxLength={longestCode} autoFocus={!device} autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="status" label={t('field.status')}>
        <Select options={statuses} />
      </Field>
      <TypeAndModel />
      <Operator organizationId={device?.organizationId} />
      <PlaceFields />
    </Columns>
  )
}

function TypeAndModel(): ReactNode {
  const t = useText()
  const form = Form.useFormInstance()
  const types = useDeviceTypes()
  const typeId = Form.useWatch<number | undefined>('equipTypeId')
  return (
    <>
      <Field name="equipTypeId" label={t('field.type')}>
        <Select
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={() => form.setFieldValue('equipModelId', undefined)}
        />
      </Field>
      <Field name="equipModelId" label={t('field.model')}>
        <Select
          showSearch={search}
          disabled={typeId === undefined}
          options={[...modelChoices(types, typeId)]}
          {...(typeId === undefined && { placeholder: t('form.pickTypeFirst') })}
        />
      </Field>
    </>
  )
}

/** The manufacturer is not sent: it follows from the operator, and narrows the choice. */
function Operator({ organizationId }: { readonly organizationId: number | undefined }): ReactNode {
  const t = useText()
  const form = Form.useFormInstance()
  const [organId, setOrganId] = useState(organizationId)
  const narrow = (id: number | undefined) => {
    setOrganId(id)
    form.setFieldValue('operatorId', undefined)
  }
  return (
    <>
      <Form.Item label={t('field.manufacturer')} htmlFor="device-manufacturer">
        <Select
          id="device-manufacturer"
          allowClear
          showSearch={search}
          placeholder={t('form.pickManufacturer')}
          value={organId}
          options={[...useManufacturerChoices()]}
          onChange={narrow}
        />
      </Form.Item>
      <Field name="operatorId" label={t('field.operator')}>
        <Select showSearch={search} options={[...useOperatorChoices(organId)]} />
      </Field>
    </>
  )
}
