import type { ReactNode } from 'react'

export interface Option {
  readonly value: string | number
  readonly label: string
}

interface Common<F> {
  readonly name: keyof F & string
  readonly label: string
  /** Parts of the filter that make no sense any more when this one changes. */
  readonly clears?: readonly (keyof F & string)[]
  readonly width?: number
}

interface Choosing {
  readonly options: readonly Option[]
  readonly isDisabled?: boolean
  /** A disabled control says why. */
  readonly whyDisabled?: string
}

export interface CustomControl<T> {
  /** For the label. */
  readonly id: string
  readonly value: T | undefined
  // a method: a control of texts then fits a field whose kind of value the bar does not know
  onChange(next: T | undefined): void
}

/** One control of the filter bar. */
export type FilterField<F> =
  | (Common<F> & { readonly kind: 'text'; readonly clean?: (typed: string) => string })
  | (Common<F> & Choosing & { readonly kind: 'select' })
  | (Common<F> & Choosing & { readonly kind: 'multi' })
  /** Wall-clock texts `YYYY-MM-DD HH:mm:ss` in the platform's zone, as the wire takes them. */
  | (Common<F> & { readonly kind: 'range'; readonly end: keyof F & string })
  | (Common<F> & {
      readonly kind: 'custom'
      readonly control: (props: CustomControl<never>) => ReactNode
      readonly show: (value: never) => string
    })

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

function labelOf(options: readonly Option[], value: unknown): string {
  return options.find((option) => option.value === value)?.label ?? String(value)
}

type Entry = readonly [name: string, value: unknown]

/** Part of a filter from its entries; the names and values are the fields' own. */
export function partOf<F>(entries: readonly Entry[]): Partial<F>
export function partOf(entries: readonly Entry[]): object {
  return Object.fromEntries(entries)
}

/** The field's own value: the union of fields cannot carry each one's type. */
export function ownValue(filter: object, name: PropertyKey): never
export function ownValue(filter: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(filter, name)
  return value
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '…')

/** What a chip says, or nothing when the field does not filter. */
export function shownValue<F extends object>(field: FilterField<F>, filter: F): string | undefined {
  const value: unknown = filter[field.name]
  if (field.kind === 'range') {
    const end: unknown = filter[field.end]
    if (!isGiven(value) && !isGiven(end)) return undefined
    return `${textOf(value)} – ${textOf(end)}`
  }
  if (!isGiven(value)) return undefined
  switch (field.kind) {
    case 'select':
      return labelOf(field.options, value)
    case 'multi':
      return Array.isArray(value) ? value.map((one) => labelOf(field.options, one)).join('、') : undefined
    case 'custom':
      return field.show(ownValue(filter, field.name))
    case 'text':
      return String(value)
  }
}

/** The change that takes a field, and what depends on it, out of the filter. */
export function without<F>(field: FilterField<F>): Partial<F> {
  const names = [field.name, ...(field.clears ?? []), ...(field.kind === 'range' ? [field.end] : [])]
  return partOf<F>(names.map((name) => [name, undefined]))
}

/** The change that a new value makes: what depends on the field is taken away. */
export function changeOf<F>(field: FilterField<F>, value: unknown): Partial<F> {
  const cleared = (field.clears ?? []).map((name): Entry => [name, undefined])
  return partOf<F>([...cleared, [field.name, value]])
}
