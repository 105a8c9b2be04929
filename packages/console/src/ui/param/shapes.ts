import { type Entry, dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import type { Language } from '@wattkeeper/contracts/kit'
import { useMemo } from 'react'
import { rarelyChanges } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { type ParamShape, wordsFor } from './param-rules.ts'

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

const everyParam = { pageNum: 1, pageSize: 500, type: 'PARAM' } as const

interface ParamShapes {
  /** In the order of their codes; undefined until they are read. */
  readonly shapes: readonly ParamShape[] | undefined
  readonly nameOf: (id: string) => string
  /** The value in the words of its options. */
  readonly wordsOf: (id: string, value: string) => string
}

/** The parameters that the dictionary knows. */
export function useParamShapes(): ParamShapes {
  const language = useLanguage()
  const { data } = useData(dictionaryEntries.list, everyParam, { ...rarelyChanges, quiet: true })
  return useMemo(() => {
    const shapes = data?.rows
      .map((entry) => shapeOf(entry, language))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const find = (id: string) => shapes?.find((shape) => shape.id === id)
    return {
      shapes,
      nameOf: (id) => find(id)?.name ?? id,
      wordsOf: (id, value) => {
        const shape = find(id)
        return shape ? wordsFor(shape, value) : value
      },
    }
  }, [data, language])
}
