import { type Role, roles } from '@wattkeeper/contracts/api/roles'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { RoleForm } from './RoleForm.tsx'
import type { Asked } from './role-columns.tsx'
import { useText } from './text.ts'

interface Props {
  readonly asked: Asked
  readonly onClose: () => void
}

export function RoleDialogs({ asked, onClose }: Props): ReactNode {
  switch (asked.kind) {
    case 'form':
      return <RoleForm role={asked.role} onClose={onClose} />
    case 'remove':
      return <Remove role={asked.role} onClose={onClose} />
    case 'factor':
      return <Factor role={asked.role} onClose={onClose} />
  }
}

interface BoxProps {
  readonly role: Role
  readonly onClose: () => void
}

function Remove({ role, onClose }: BoxProps): ReactNode {
  const t = useText()
  const remove = useAction(roles.remove)
  return (
    <ConfirmDelete
      kind={t('kind')}
      name={role.name}
      onConfirm={() => remove.run({ id: role.id })}
      onClose={onClose}
    />
  )
}

function Factor({ role, onClose }: BoxProps): ReactNode {
  const t = useText()
  const set = useAction(roles.setSecondFactor, { alsoRefresh: ['session'] })
  const { id, name, needsSecondFactor } = role
  return (
    <ConfirmBox onConfirm={() => set.run({ id, isRequired: !needsSecondFactor })} onClose={onClose}>
      {t(needsSecondFactor ? 'factor.releaseConfirm' : 'factor.demandConfirm', { name })}
    </ConfirmBox>
  )
}
