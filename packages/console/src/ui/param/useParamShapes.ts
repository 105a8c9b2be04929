import { dictionaryEntries } from '@wattkeeper/contracts/api/dictionary'
import { useMemo } from 'react'
import { rarelyChanges } from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/i18n.ts'
import { type ParamShape, wordsFor } from './param-rules.ts'
import { shapeOf } from './shape.ts'

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
