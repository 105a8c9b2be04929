import type { InputOf, Route } from '@wattkeeper/contracts/kit'
import { type ReactNode, Suspense, lazy } from 'react'
import { useAction } from '../../api/queries.ts'
import { useUiText } from '../text.ts'

const ConfirmBox = lazy(async () => ({ default: (await import('./ConfirmBox.tsx')).ConfirmBox }))

interface Props<R extends Route> {
  /** Deletes it. */
  readonly route: R
  readonly input: InputOf<R>
  /** Features whose lists change with it, beside its own. */
  readonly alsoRefresh?: readonly string[]
  /** What sort of thing: 运营商. */
  readonly kind: string
  /** Which one: ABC. */
  readonly name: string
  /** The specification's own text for this screen, shown with the name. */
  readonly said?: string | undefined
  readonly onClose: () => void
}

/** "删除运营商 ABC？此操作不可恢复", and deletes it. */
export function ConfirmDelete<R extends Route>(props: Props<R>): ReactNode {
  const { route, input, alsoRefresh = [], kind, name, said, onClose } = props
  const t = useUiText()
  const remove = useAction(route, { alsoRefresh })
  return (
    <Suspense>
      <ConfirmBox isDanger okText={t('remove')} onConfirm={() => remove.run(input)} onClose={onClose}>
        <p>{t('delete.said', { kind, name })}</p>
        {said && <p>{said}</p>}
      </ConfirmBox>
    </Suspense>
  )
}
