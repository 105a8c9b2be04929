import type { Role } from '@wattkeeper/contracts/api/roles'
import type { ReactNode } from 'react'
import { EditButton, MoreButton, RemoveButton } from '../../ui/list/buttons.tsx'
import { useText } from './text.ts'

export type Asked =
  | { readonly kind: 'form'; readonly role: Role | undefined }
  | { readonly kind: 'remove' | 'factor'; readonly role: Role }

interface Props {
  readonly role: Role
  readonly onAsk: (asked: Asked) => void
}

/** The SYSTEM role keeps only the question of the second factor. */
export function RowActions({ role, onAsk }: Props): ReactNode {
  const t = useText()
  const factor = t(role.needsSecondFactor ? 'factor.release' : 'factor.demand')
  return (
    <>
      {role.isProtected ? (
        <span title={t('protectedHint')}>{t('protected')}</span>
      ) : (
        <>
          <EditButton onClick={() => onAsk({ kind: 'form', role })} />
          <RemoveButton onClick={() => onAsk({ kind: 'remove', role })} />
        </>
      )}
      <MoreButton
        items={[{ key: 'factor', label: factor, onClick: () => onAsk({ kind: 'factor', role }) }]}
      />
    </>
  )
}
