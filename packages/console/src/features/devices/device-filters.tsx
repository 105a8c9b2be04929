import {
  modelChoices,
  useDeviceTypes,
  useManufacturerChoices,
  useOperatorChoices,
} from '../../api/choices.ts'
import type { CustomControl, FilterField } from '../../ui/filter/fields.ts'
import { RegionSelect } from '../../ui/region/RegionSelect.tsx'
import { useRegionName } from '../../ui/region/regions.ts'
import { type DeviceListFilter, cleanCode } from './device-filter.ts'
import { useText } from './text.ts'

type Fields = readonly FilterField<DeviceListFilter>[]

/** The filter bar: first what the specification names, then place, owner and condition. */
export function useFilterFields(filter: DeviceListFilter): Fields {
  const byDevice = useDeviceFields(filter)
  const byOwner = useOwnerFields(filter)
  const byCondition = useConditionFields()
  return [...byDevice, ...byOwner, ...byCondition]
}

function useDeviceFields({ equipTypeId }: DeviceListFilter): Fields {
  const t = useText()
  const types = useDeviceTypes()
  return [
    { kind: 'text', name: 'code', label: t('field.code'), clean: cleanCode },
    {
      kind: 'select',
      name: 'equipTypeId',
      label: t('field.type'),
      options: types.map(({ id, name }) => ({ value: id, label: name })),
      clears: ['equipModelIds'],
    },
    {
      kind: 'multi',
      name: 'equipModelIds',
      label: t('field.model'),
      options: modelChoices(types, equipTypeId),
    },
    {
      kind: 'select',
      name: 'isOnline',
      label: t('field.online'),
      width: 120,
      options: [
        { value: 1, label: t('online.yes') },
        { value: 0, label: t('online.no') },
      ],
    },
  ]
}

function useOwnerFields({ organizationId, regionCode }: DeviceListFilter): Fields {
  const t = useText()
  const regionName = useRegionName(regionCode)
  return [
    {
      kind: 'select',
      name: 'organizationId',
      label: t('field.manufacturer'),
      options: useManufacturerChoices(),
      clears: ['operatorIds'],
    },
    {
      kind: 'multi',
      name: 'operatorIds',
      label: t('field.operator'),
      options: useOperatorChoices(organizationId),
    },
    {
      kind: 'custom',
      name: 'regionCode',
      label: t('field.region'),
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
  ]
}

function useConditionFields(): Fields {
  const t = useText()
  return [
    {
      kind: 'select',
      name: 'status',
      label: t('field.status'),
      width: 130,
      options: ([1, 2, 3] as const).map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      kind: 'select',
      name: 'isSilent',
      label: t('filter.silent'),
      width: 140,
      options: [
        { value: 1, label: t('filter.silent.yes') },
        { value: 0, label: t('filter.silent.no') },
      ],
    },
    {
      kind: 'select',
      name: 'hasAlarm',
      label: t('filter.alarm'),
      width: 120,
      options: [
        { value: 1, label: t('filter.alarm.yes') },
        { value: 0, label: t('filter.alarm.no') },
      ],
    },
  ]
}
