import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import type { FilterField } from '../../ui/filter/fields.ts'
import { type FilterOf, as } from '../../ui/url/codecs.ts'
import { useText } from './text.ts'

export const codecs = { equipTypeId: as.number, partTypes: as.texts, version: as.text } as const

type Filter = FilterOf<typeof codecs>

export function useFilterFields({ equipTypeId }: Filter): readonly FilterField<Filter>[] {
  const t = useText()
  const types = useDeviceTypes()
  const parts = types
    .filter(({ id }) => equipTypeId === undefined || id === equipTypeId)
    .flatMap(({ partTypes }) => partTypes)
  // several types share a code: it is offered once, under its first name
  const names = new Map(parts.map(({ code, name }) => [code, name] as const).reverse())
  const options = [...names].reverse().map(([value, name]) => ({ value, label: `${name} (${value})` }))
  return [
    {
      kind: 'select',
      name: 'equipTypeId',
      label: t('type'),
      options: types.map(choiceOf),
      clears: ['partTypes'],
    },
    { kind: 'multi', name: 'partTypes', label: t('parts'), options },
    { kind: 'text', name: 'version', label: t('version') },
  ]
}
