import { type Model, deviceTypeCatalogue } from '@wattkeeper/contracts/api/device-types'
import type { ReactNode } from 'react'
import { useAction } from '../../api/queries.ts'
import { ConfirmDelete } from '../../ui/form/ConfirmDelete.tsx'
import { ModelForm } from './ModelForm.tsx'
import { useNameIn } from '../../i18n/i18n.ts'
import { useText } from './text.ts'

export type Asked =
  | { readonly kind: 'form'; readonly model: Model | undefined }
  | { readonly kind: 'remove'; readonly model: Model }

interface Props {
  readonly asked: Asked
  readonly equipTypeId: number | undefined
  readonly onClose: () => void
}

export function ModelDialogs({ asked, equipTypeId, onClose }: Props): ReactNode {
  if (asked.kind === 'remove') return <Remove model={asked.model} onClose={onClose} />
  return <ModelForm model={asked.model} equipTypeId={equipTypeId} onClose={onClose} />
}

function Remove({ model, onClose }: { readonly model: Model; readonly onClose: () => void }): ReactNode {
  const t = useText()
  const nameIn = useNameIn()
  const remove = useAction(deviceTypeCatalogue.removeModel)
  return (
    <ConfirmDelete
      kind={t('model')}
      name={nameIn(model)}
      onConfirm={() => remove.run({ id: model.id })}
      onClose={onClose}
    />
  )
}
