import { permissions } from '@wattkeeper/contracts/api/permissions'
import { type User, users } from '@wattkeeper/contracts/api/users'
import type { ReactNode } from 'react'
import { Can, useProfile } from '../../api/profile.tsx'
import { EditButton, MoreButton, RowButton } from '../../ui/list/buttons.tsx'
import type { Asked } from './UserDialogs.tsx'
import { useText } from './text.ts'

interface Props {
  readonly user: User
  readonly onAsk: (asked: Asked) => void
}

/** What may be done with a user; the protected administrator has no buttons. */
export function UserActions({ user, onAsk }: Props): ReactNode {
  const t = useText()
  if (user.isProtected) return <span title={t('protectedHint')}>{t('protected')}</span>
  return (
    <>
      <EditButton use={users.update} onClick={() => onAsk({ kind: 'edit', user })} />
      <RowButton use={permissions.update} onClick={() => onAsk({ kind: 'permission', user })}>
        {t('permission')}
      </RowButton>
      <Can use={users.update}>
        <More user={user} onAsk={onAsk} />
      </Can>
    </>
  )
}

function More({ user, onAsk }: Props): ReactNode {
  const t = useText()
  const isMyself = useProfile().id === user.id
  const items = [
    { key: 'password', label: t('resetPassword'), onClick: () => onAsk({ kind: 'password', user }) },
    ...(user.hasSecondFactor
      ? [{ key: 'factor', label: t('resetFactor'), onClick: () => onAsk({ kind: 'factor', user }) }]
      : []),
    // nobody locks himself out
    ...(isMyself
      ? []
      : [
          {
            key: 'status',
            label: t(user.status === 1 ? 'disable' : 'enable'),
            onClick: () => onAsk({ kind: 'status', user }),
          },
          { key: 'remove', danger: true, label: t('remove'), onClick: () => onAsk({ kind: 'remove', user }) },
        ]),
  ]
  return <MoreButton items={items} />
}
