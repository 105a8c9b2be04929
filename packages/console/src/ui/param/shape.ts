import type { Entry } from '@wattkeeper/contracts/api/dictionary'
import type { Language } from '@wattkeeper/contracts/kit'
import type { ParamShape } from './param-rules.ts'

interface Labelled {
  readonly label: string
  readonly labelEn?: string
}

/** What the dictionary says of a parameter's values; every field may be missing from what people wrote. */
interface Extra {
  readonly kind?: ParamShape['kind']
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  readonly options?: readonly (Labelled & { readonly value: string })[]
  readonly slots?: readonly Labelled[]
}

const isExtra = (extra: unknown): extra is Extra => typeof extra === 'object' && extra !== null

/** A parameter as the dictionary describes it, in the reader's language. */
export function shapeOf({ code, name, nameEn, extra }: Entry, language: Language): ParamShape {
  const known = isExtra(extra) ? extra : {}
  const said = ({ label, labelEn }: Labelled) => (language === 'en' ? (labelEn ?? label) : label)
  return {
    id: code,
    name: language === 'en' ? (nameEn ?? name) : name,
    kind: known.kind ?? 'text',
    unit: known.unit ?? null,
    min: known.min ?? null,
    max: known.max ?? null,
    options: (known.options ?? []).map((option) => ({ value: option.value, label: said(option) })),
    slots: (known.slots ?? []).map((slot) => ({ label: said(slot) })),
  }
}
