import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { type ReactNode, useId } from 'react'
import { RangeField } from './RangeField.tsx'
import { type FilterField, changeOf, ownValue, partOf } from './fields.ts'
import css from './filter.module.css'

interface Props<F extends object> {
  readonly field: FilterField<F>
  readonly filter: F
  /** Typed, not yet searched. */
  readonly onDraft: (value: unknown) => void
  readonly onApply: (change: Partial<F>) => void
}

const widths = { text: 180, select: 160, multi: 220, range: 340, custom: 200 } as const

export function FilterControl<F extends object>(props: Props<F>): ReactNode {
  const { field } = props
  const id = useId()
  return (
    <div className={css.field} style={{ inlineSize: field.width ?? widths[field.kind] }}>
      <label htmlFor={id}>{field.label}</label>
      <Control {...props} id={id} />
    </div>
  )
}

function Control<F extends object>({
  field,
  filter,
  onDraft,
  onApply,
  id,
}: Props<F> & { readonly id: string }) {
  const value: unknown = filter[field.name]
  const apply = (next: unknown) => onApply(changeOf(field, next))
  if (field.kind === 'text') {
    const typed = (text: string) => onDraft(field.clean ? field.clean(text) : text)
    const shown = typeof value === 'string' ? value : ''
    return (
      <Input id={id} type="text" allowClear value={shown} onChange={(event) => typed(event.target.value)} />
    )
  }
  if (field.kind === 'range') {
    const end: unknown = filter[field.end]
    return (
      <RangeField
        id={id}
        label={field.label}
        value={[typeof value === 'string' ? value : undefined, typeof end === 'string' ? end : undefined]}
        onChange={([from, to]) => onApply({ ...changeOf(field, from), ...partOf<F>([[field.end, to]]) })}
      />
    )
  }
  if (field.kind === 'custom')
    return field.control({ id, value: ownValue(filter, field.name), onChange: apply })
  const isMulti = field.kind === 'multi'
  return (
    <Select<unknown>
      id={id}
      allowClear
      style={{ inlineSize: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? (isMulti ? [] : null)}
      options={[...field.options]}
      disabled={field.isDisabled ?? false}
      title={field.isDisabled ? (field.whyDisabled ?? '') : ''}
      placeholder={field.isDisabled ? field.whyDisabled : undefined}
      onChange={apply}
      {...(isMulti && { mode: 'multiple' as const, maxTagCount: 'responsive' as const })}
    />
  )
}
