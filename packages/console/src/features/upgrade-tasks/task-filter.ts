import { taskStatuses } from '@wattkeeper/contracts/api/upgrade-tasks'
import { choiceOf, useDeviceTypes } from '../../api/choices.ts'
import { useWords } from '../../i18n/i18n.ts'
import type { FilterField } from '../../ui/filter/fields.ts'
import { type Codec, type FilterOf, as } from '../../ui/url/codecs.ts'
import { useText } from './text.ts'

const statuses = [0, 1, 2] as const
const status: Codec<(typeof statuses)[number]> = {
  read: (text) => statuses.find((known) => String(known) === text),
  write: String,
}

export const taskCodecs = {
  remark: as.text,
  equipTypeId: as.number,
  partType: as.text,
  version: as.text,
  status,
  startTime: as.text,
  endTime: as.text,
} as const
export type TaskFilter = FilterOf<typeof taskCodecs>

export function useTaskFields({ equipTypeId }: TaskFilter): readonly FilterField<TaskFilter>[] {
  const t = useText()
  const say = useWords()
  const types = useDeviceTypes()
  const parts = new Map(
    types
      .filter(({ id }) => equipTypeId === undefined || id === equipTypeId)
      .flatMap(({ partTypes }) => partTypes.map(({ code, name }) => [code, name] as const)),
  )
  return [
    {
      kind: 'select',
      name: 'equipTypeId',
      label: t('type'),
      options: types.map(choiceOf),
      clears: ['partType'],
    },
    {
      kind: 'select',
      name: 'partType',
      label: t('part'),
      options: [...parts].map(([value, label]) => ({ value, label })),
    },
    { kind: 'text', name: 'version', label: t('version'), width: 140 },
    {
      kind: 'select',
      name: 'status',
      label: t('status'),
      width: 130,
      options: statuses.map((value) => ({ value, label: say(taskStatuses[value]) })),
    },
    { kind: 'text', name: 'remark', label: t('remark') },
    { kind: 'range', name: 'startTime', end: 'endTime', label: t('range') },
  ]
}
