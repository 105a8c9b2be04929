import type { ReactNode } from 'react'
import { useNameIn } from '../../i18n/i18n.ts'
import { EditButton, RemoveButton, RowButton } from '../../ui/list/buttons.tsx'
import type { MenuRow } from './menu-rules.ts'
import { useText } from './text.ts'

export type Asked =
  | { readonly kind: 'add'; readonly parentId: number }
  | { readonly kind: 'edit'; readonly id: number }
  | { readonly kind: 'remove'; readonly id: number; readonly name: string }

interface Props {
  readonly row: MenuRow
  readonly onAsk: (asked: Asked) => void
}

/** Only groups have something below them. */
export function RowActions({ row, onAsk }: Props): ReactNode {
  const t = useText()
  const nameOf = useNameIn()
  const { id, type } = row
  return (
    <>
      {type === 'M' && (
        <RowButton onClick={() => onAsk({ kind: 'add', parentId: id })}>{t('addChild')}</RowButton>
      )}
      <EditButton onClick={() => onAsk({ kind: 'edit', id })} />
      <RemoveButton onClick={() => onAsk({ kind: 'remove', id, name: nameOf(row) })} />
    </>
  )
}
