import { users } from '@wattkeeper/contracts/api/users'
import { useMay } from '../../api/profile.tsx'
import type { CustomControl, FilterField } from '../../ui/filter/fields.ts'
import { UserSelect } from './UserSelect.tsx'
import type { AuditView } from './audit-filter.ts'
import { useNames } from './names.ts'
import { useText } from './text.ts'

/** `userName` is that of the chosen user, as far as the list shows it. */
export function useAuditFields(
  { action }: AuditView,
  userName: string | undefined,
): readonly FilterField<AuditView>[] {
  const t = useText()
  const may = useMay()
  const { actionName, features, tables } = useNames()
  // a click in the table chooses one action of a feature
  const isExact = action !== undefined && !features.some(({ value }) => value === action)
  const byUser: FilterField<AuditView> = {
    kind: 'custom',
    name: 'userId',
    label: t('user'),
    control: (control: CustomControl<number>) => <UserSelect {...control} name={userName} />,
    show: (id: number) => userName ?? String(id),
  }
  return [
    ...(may(users.list) ? [byUser] : []),
    {
      kind: 'select',
      name: 'action',
      label: t('action'),
      options: [...(isExact ? [{ value: action, label: actionName(action) }] : []), ...features],
    },
    { kind: 'select', name: 'object', label: t('object'), options: tables },
    { kind: 'text', name: 'objectId', label: t('objectId'), width: 120 },
    {
      kind: 'select',
      name: 'failed',
      label: t('result'),
      width: 120,
      options: [
        { value: 0, label: t('result.done') },
        { value: 1, label: t('failedOnly') },
      ],
    },
    { kind: 'range', name: 'startTime', end: 'endTime', label: t('time') },
  ]
}
