import {
  modelChoices,
  useDeviceTypes,
  useManufacturerChoices,
  useOperatorChoices,
} from '../../api/choices.ts'
import type { FilterField } from '../../ui/filter/fields.ts'
import { type AlarmListFilter, levels } from './alarm-filter.ts'
import { useText } from './text.ts'

/** The filter bar: what the specification names, and the level. */
export function useAlarmFields({ organizationId }: AlarmListFilter): readonly FilterField<AlarmListFilter>[] {
  const t = useText()
  const types = useDeviceTypes()
  return [
    {
      kind: 'select',
      name: 'organizationId',
      label: t('manufacturer'),
      options: useManufacturerChoices(),
      clears: ['operatorId'],
    },
    {
      kind: 'select',
      name: 'operatorId',
      label: t('operator'),
      options: useOperatorChoices(organizationId),
      isDisabled: organizationId === undefined,
      whyDisabled: t('chooseManufacturer'),
    },
    { kind: 'multi', name: 'modelIds', label: t('model'), options: modelChoices(types, undefined) },
    { kind: 'text', name: 'content', label: t('content') },
    {
      kind: 'select',
      name: 'level',
      label: t('level'),
      width: 120,
      options: levels.map((value) => ({ value, label: t(`level.${value}`) })),
    },
    { kind: 'range', name: 'startTime', end: 'endTime', label: t('range') },
  ]
}
