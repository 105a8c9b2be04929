import { choiceOf, modelChoices, useDeviceTypes } from '../../api/choices.ts'
import type { FilterField } from '../../ui/filter/fields.ts'
import { type FilterOf, as } from '../../ui/url/codecs.ts'
import { partChoices } from './part-choices.ts'
import { useText } from './text.ts'

export const codecs = {
  equipType: as.number,
  equipModelId: as.number,
  partType: as.text,
  versionName: as.text,
} as const

type Filter = FilterOf<typeof codecs>

export function useFilterFields({ equipType }: Filter): readonly FilterField<Filter>[] {
  const t = useText()
  const types = useDeviceTypes()
  return [
    {
      kind: 'select',
      name: 'equipType',
      label: t('type'),
      options: types.map(choiceOf),
      clears: ['equipModelId', 'partType'],
    },
    {
      kind: 'select',
      name: 'equipModelId',
      label: t('model'),
      options: modelChoices(types, equipType),
    },
    { kind: 'select', name: 'partType', label: t('part'), options: partChoices(types, equipType) },
    { kind: 'text', name: 'versionName', label: t('versionName') },
  ]
}
