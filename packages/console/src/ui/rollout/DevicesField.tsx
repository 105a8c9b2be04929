import { mostTargetCodes } from '@wattkeeper/contracts/api/rollouts'
import Form from 'antd/es/form'
import Segmented from 'antd/es/segmented'
import { type ReactNode, useState } from 'react'
import { CodesField } from '../filter/CodesField.tsx'
import { Field } from '../form/Field.tsx'
import { FilterFields } from './FilterFields.tsx'
import { useText } from './text.ts'

export type DevicesMode = 'all' | 'codes' | 'filter'

interface Props {
  /** Where the selection stands in the form's values: `queryParam`. */
  readonly name: string
  readonly modes: readonly DevicesMode[]
  readonly startsAs?: DevicesMode
  /** What `all` means here. */
  readonly allText?: string
  /** The type is decided elsewhere: no field for it. */
  readonly equipTypeId?: number
}

interface CodesProps {
  readonly id?: string
  readonly value?: string | undefined
  readonly onChange?: (codes: string | undefined) => void
}

const Codes = ({ id = '', value, onChange }: CodesProps): ReactNode => (
  <CodesField
    id={id}
    value={value}
    minRows={4}
    most={mostTargetCodes}
    onChange={(next) => onChange?.(next)}
  />
)

/** Which devices: by their codes, by a condition, or all of a type. What is not shown is not sent. */
export function DevicesField(props: Props): ReactNode {
  const { name, modes, startsAs, allText = '', equipTypeId } = props
  const t = useText()
  const [mode, setMode] = useState<DevicesMode>(startsAs ?? modes[0] ?? 'codes')
  const labels = { all: allText, codes: t('devices.codes'), filter: t('devices.filter') }
  return (
    <>
      <Form.Item label={t('devices')} required>
        <Segmented
          aria-label={t('devices')}
          value={mode}
          options={modes.map((value) => ({ value, label: labels[value] }))}
          onChange={setMode}
        />
      </Form.Item>
      {mode === 'codes' && (
        <Field
          name={`${name}.code`}
          label={t('codes')}
          hint={t('codes.hint')}
          isRequired
          extraRules={[{ required: true, message: t('codes.required') }]}
        >
          <Codes />
        </Field>
      )}
      {mode === 'filter' && <FilterFields name={name} {...(equipTypeId !== undefined && { equipTypeId })} />}
    </>
  )
}
