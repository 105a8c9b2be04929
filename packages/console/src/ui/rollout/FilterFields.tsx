import type { TargetSelection } from '@wattkeeper/contracts/api/rollouts'
import { dictionary } from '@wattkeeper/contracts/api/reference'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import type { ReactNode } from 'react'
import {
  type Choice,
  choiceOf,
  modelChoices,
  rarelyChanges,
  useDeviceTypes,
  useManufacturerChoices,
  useOperatorChoices,
} from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { Field } from '../form/Field.tsx'
import { RegionSelect } from '../region/RegionSelect.tsx'
import { narrowed } from './rollout-rules.ts'
import { useText } from './text.ts'
import css from './rollout.module.css'

interface Props {
  readonly name: string
  readonly equipTypeId?: number
}

/** What a form knows of the selection while it is entered. */
function useSelection(name: string): TargetSelection {
  const form = Form.useFormInstance<Record<string, unknown>>()
  const selection: unknown = Form.useWatch(name, form)
  return typeof selection === 'object' && selection !== null ? selection : {}
}

/** A device filter in a form: what is left empty narrows nothing, and at least one condition must stand. */
export function FilterFields({ name, equipTypeId }: Props): ReactNode {
  const t = useText()
  const chosen = useSelection(name)
  const types = useDeviceTypes()
  const { data } = useData(dictionary.enumerations, { types: ['EQUIP_STATUS', 'IS_ONLINE'] }, rarelyChanges)
  const choices = (type: string): readonly Choice[] =>
    data?.[type]?.map(({ code, label }) => ({ value: Number(code), label })) ?? []
  const needsOne = {
    validator: () =>
      Object.keys(narrowed(chosen)).length > 0
        ? Promise.resolve()
        : Promise.reject(new Error(t('filter.required'))),
  }
  const first = { extraRules: [needsOne] }
  const operators = useOperatorChoices(chosen.organizationId)
  return (
    <div className={css.fields}>
      {equipTypeId === undefined && (
        <Field name={`${name}.equipTypeId`} label={t('filter.type')} {...first}>
          <Choose options={types.map(choiceOf)} />
        </Field>
      )}
      <Field
        name={`${name}.equipModelIds`}
        label={t('filter.model')}
        {...(equipTypeId !== undefined && first)}
      >
        <Choose isMulti options={modelChoices(types, equipTypeId ?? chosen.equipTypeId)} />
      </Field>
      <Field name={`${name}.organizationId`} label={t('filter.manufacturer')}>
        <Choose options={useManufacturerChoices()} />
      </Field>
      <Field name={`${name}.operatorIds`} label={t('filter.operator')}>
        <Choose isMulti options={operators} />
      </Field>
      <Field name={`${name}.regionCode`} label={t('filter.region')}>
        <RegionSelect hasAll placeholder={t('filter.all')} />
      </Field>
      <Field name={`${name}.isOnline`} label={t('filter.online')}>
        <Choose options={choices('IS_ONLINE')} />
      </Field>
      <Field name={`${name}.status`} label={t('filter.status')}>
        <Choose options={choices('EQUIP_STATUS')} />
      </Field>
    </div>
  )
}

interface ChooseProps {
  readonly id?: string
  readonly value?: unknown
  readonly onChange?: (value: unknown) => void
  readonly options: readonly Choice[]
  readonly isMulti?: boolean
}

function Choose({ id, value, onChange, options, isMulti = false }: ChooseProps): ReactNode {
  const t = useText()
  return (
    <Select<unknown>
      {...(id && { id })}
      allowClear
      placeholder={t('filter.all')}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? (isMulti ? [] : null)}
      options={[...options]}
      onChange={(next) => onChange?.(next)}
      {...(isMulti && { mode: 'multiple' as const, maxTagCount: 'responsive' as const })}
    />
  )
}
