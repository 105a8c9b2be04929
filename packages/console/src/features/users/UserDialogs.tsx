import { type User, users } from '@wattkeeper/contracts/api/users'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { PasswordOnce, type FreshLogin } from './PasswordOnce.tsx'
import { PermissionDialog } from './permission/PermissionDialog.tsx'
import { UserForm } from './UserForm.tsx'
import { useText } from './text.ts'

export type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'shown'; readonly login: FreshLogin }
  | {
      readonly kind: 'edit' | 'permission' | 'password' | 'factor' | 'status' | 'remove'
      readonly user: User
    }

interface Props {
  readonly asked: Asked
  /** Where a new user is added, if one is chosen. */
  readonly organizationId: number | undefined
  readonly onAsk: (next: Asked) => void
  readonly onClose: () => void
}

export function UserDialogs({ asked, organizationId, onAsk, onClose }: Props): ReactNode {
  switch (asked.kind) {
    case 'add':
      return (
        <UserForm
          user={undefined}
          organizationId={organizationId}
          onAdded={(login) => onAsk({ kind: 'shown', login })}
          onClose={onClose}
        />
      )
    case 'edit':
      return <UserForm user={asked.user} onClose={onClose} />
    case 'shown':
      return <PasswordOnce login={asked.login} onClose={onClose} />
    case 'permission':
      return <PermissionDialog user={asked.user} onClose={onClose} />
    case 'password':
    case 'factor':
    case 'status':
    case 'remove':
      return <Confirm kind={asked.kind} user={asked.user} onAsk={onAsk} onClose={onClose} />
  }
}

interface ConfirmProps extends Pick<Props, 'onAsk' | 'onClose'> {
  readonly kind: 'password' | 'factor' | 'status' | 'remove'
  readonly user: User
}

function Confirm({ kind, user, onAsk, onClose }: ConfirmProps): ReactNode {
  const t = useText()
  const setStatus = useAction(users.setStatus)
  const resetFactor = useAction(users.resetSecondFactor)
  const { id, userName: name, version } = user
  const isOn = user.status === 1
  if (kind === 'remove')
    return (
      <ConfirmDelete
        route={users.remove}
        input={{ id }}
        kind={t('kind')}
        name={name}
        said={t('removeSaid')}
        onClose={onClose}
      />
    )
  if (kind === 'password') return <ResetPassword user={user} onAsk={onAsk} onClose={onClose} />
  const act = () =>
    kind === 'factor' ? resetFactor.run({ id }) : setStatus.run({ id, status: isOn ? 0 : 1, version })
  const said = kind === 'factor' ? 'resetFactorConfirm' : isOn ? 'disableConfirm' : 'enableConfirm'
  return (
    <ConfirmBox isDanger={kind === 'factor' || isOn} onConfirm={act} onClose={onClose}>
      {t(said, { name })}
    </ConfirmBox>
  )
}

/** The new password takes the question's place. */
function ResetPassword({ user, onAsk, onClose }: Omit<ConfirmProps, 'kind'>): ReactNode {
  const t = useText()
  const reset = useAction(users.resetPassword)
  const { id, userName: name, loginName } = user
  const run = async () => {
    const { password } = await reset.run({ id })
    onAsk({ kind: 'shown', login: { name, loginName, password } })
  }
  return (
    <ConfirmBox isDanger onConfirm={run} onClose={onClose}>
      {t('resetPasswordConfirm', { name })}
    </ConfirmBox>
  )
}
