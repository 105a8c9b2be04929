import { type Role, roles } from '@wattkeeper/contracts/api/roles'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { ConfirmBox } from '../../ui/form/ConfirmBox.tsx'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { RoleForm } from './RoleForm.tsx'
import type { Asked } from './RowActions.tsx'
import { useText } from './text.ts'

interface Props {
  readonly asked: Asked
  readonly onClose: () => void
}

export function RoleDialogs({ asked, onClose }: Props): ReactNode {
  const t = useText()
  switch (asked.kind) {
    case 'form':
      return <RoleForm role={asked.role} onClose={onClose} />
    case 'remove':
      return (
        <ConfirmDelete
          route={roles.remove}
          input={{ id: asked.role.id }}
          kind={t('kind')}
          name={asked.role.name}
          onClose={onClose}
        />
      )
    case 'factor':
      return <Factor role={asked.role} onClose={onClose} />
  }
}

interface FactorProps {
  readonly role: Role
  readonly onClose: () => void
}

function Factor({ role, onClose }: FactorProps): ReactNode {
  const t = useText()
  const set = useAction(roles.setSecondFactor, { alsoRefresh: ['session'] })
  const { id, name, needsSecondFactor } = role
  return (
    <ConfirmBox onConfirm={() => set.run({ id, isRequired: !needsSecondFactor })} onClose={onClose}>
      {t(needsSecondFactor ? 'factor.releaseConfirm' : 'factor.demandConfirm', { name })}
    </ConfirmBox>
  )
}
