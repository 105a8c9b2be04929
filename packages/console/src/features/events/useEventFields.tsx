import { dictionary } from '@wattkeeper/contracts/api/reference'
import {
  modelChoices,
  rarelyChanges,
  useDeviceTypes,
  useManufacturerChoices,
  useOperatorChoices,
} from '../../api/choices.ts'
import { useData } from '../../api/queries.ts'
import { CodesField } from '../../ui/filter/CodesField.tsx'
import type { CustomControl, FilterField } from '../../ui/filter/fields.ts'
import { RegionSelect } from '../../ui/region/RegionSelect.tsx'
import { useRegionName } from '../../ui/region/regions.ts'
import { type EventFilter, mostCodesTyped } from './event-filter.ts'
import { useText } from './text.ts'

type Fields = readonly FilterField<EventFilter>[]

/** The filter bar in the order of the specification. */
export function useEventFields(filter: EventFilter): Fields {
  const t = useText()
  const owners = useOwnerFields(filter)
  const states = useStateFields()
  const places = usePlaceFields(filter)
  return [
    { kind: 'text', name: 'alarmName', label: t('content') },
    {
      kind: 'custom',
      name: 'code',
      label: t('codes'),
      width: 200,
      control: (one: CustomControl<string>) => (
        <CodesField
          id={one.id}
          value={one.value}
          most={mostCodesTyped}
          onChange={(codes) => one.onChange(codes)}
        />
      ),
      show: (codes: string) => codes.split(',').join('、'),
    },
    ...owners,
    ...states,
    ...places,
    { kind: 'range', name: 'startTime', end: 'endTime', label: t('range') },
  ]
}

function useOwnerFields({ organizationId }: EventFilter): Fields {
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
    { kind: 'multi', name: 'modelIds', label: t('model'), options: modelChoices(types, undefined) },
    { kind: 'multi', name: 'operatorId', label: t('operator'), options: useOperatorChoices(organizationId) },
  ]
}

function useStateFields(): Fields {
  const t = useText()
  const { data } = useData(dictionary.enumerations, { types: ['EQUIP_STATUS', 'IS_ONLINE'] }, rarelyChanges)
  const choices = (type: string) =>
    data?.[type]?.map(({ code, label }) => ({ value: Number(code), label })) ?? []
  return [
    { kind: 'select', name: 'status', label: t('status'), width: 130, options: choices('EQUIP_STATUS') },
    { kind: 'select', name: 'isOnline', label: t('online'), width: 120, options: choices('IS_ONLINE') },
  ]
}

function usePlaceFields({ regionCode }: EventFilter): Fields {
  const t = useText()
  const regionName = useRegionName(regionCode)
  return [
    {
      kind: 'custom',
      name: 'regionCode',
      label: t('region'),
      control: (one: CustomControl<string>) => (
        <RegionSelect
          hasAll
          id={one.id}
          value={one.value}
          onChange={(code) => one.onChange(code ?? undefined)}
        />
      ),
      show: regionName,
    },
    { kind: 'text', name: 'regionName', label: t('address') },
  ]
}
